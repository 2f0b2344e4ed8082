/* A disk between a program and its files, for tests: preloaded into a program it notes
 * every change of files below one directory, or lets one of them fail.
 *
 *   FAULTY_DIR   the directory
 *   FAULTY_LOG   a file that gets every change, sync and line of standard output in order
 *   FAULTY_AT    the number of the write, truncation or sync that fails, from 1
 *   FAULTY_HOW   eio, enospc, erofs, short, or slow: then nothing fails and syncs take their time
 *   FAULTY_EVER  if set, all later ones fail too
 *   FAULTY_WHILE a file: as long as it is there, every operation fails, whatever its number
 *   FAULTY_MS    how long a slow sync takes
 *
 * A line of the log: a letter, the file's name, offset and length as text, then the
 * bytes. The shared memory of the write-ahead log and the lock file are left alone: they
 * are nothing after a power cut. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#define FILES 1024
#define NAME 256

static char names[FILES][NAME];
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int log_fd = -1;
static long count = 0, fail_at = 0;
static int ready = 0, fail_ever = 0;
static const char *dir = NULL, *how = NULL, *while_there = NULL;
static long slow_ms = 0;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void start(void) {
    if (ready) return;
    ready = 1;
    dir = getenv("FAULTY_DIR");
    how = getenv("FAULTY_HOW");
    fail_ever = getenv("FAULTY_EVER") != NULL;
    while_there = getenv("FAULTY_WHILE");
    if (getenv("FAULTY_MS")) slow_ms = atol(getenv("FAULTY_MS"));
    if (getenv("FAULTY_AT")) fail_at = atol(getenv("FAULTY_AT"));
    if (getenv("FAULTY_LOG"))
        log_fd = REAL(open)(getenv("FAULTY_LOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* The name of a file below the directory, or nothing. */
static const char *inside(const char *path) {
    start();
    if (!dir || !path) return NULL;
    size_t length = strlen(dir);
    if (strncmp(path, dir, length) || path[length] != '/') return NULL;
    const char *name = path + length + 1;
    size_t end = strlen(name);
    if (end == 0 || end >= NAME) return NULL;
    if (end > 4 && !strcmp(name + end - 4, "-shm")) return NULL;
    if (end > 5 && !strcmp(name + end - 5, ".lock")) return NULL;
    return name;
}

static const char *name_of(int fd) {
    return fd >= 0 && fd < FILES && names[fd][0] ? names[fd] : NULL;
}

static void put(const void *bytes, size_t length) {
    const char *at = bytes;
    while (length) {
        ssize_t done = REAL(write)(log_fd, at, length);
        if (done <= 0) abort();
        at += done;
        length -= (size_t)done;
    }
}

/* In one piece: the program may end at any moment, and the log goes on with the next one. */
static void note(char what, const char *name, long offset, size_t length, const void *bytes) {
    if (log_fd < 0) return;
    char head[NAME + 64];
    int size = snprintf(head, sizeof head, "%c %s %ld %zu\n", what, name, offset, length);
    size_t all = (size_t)size + (bytes ? length : 0);
    char *line = malloc(all);
    if (!line) abort();
    memcpy(line, head, (size_t)size);
    if (bytes) memcpy(line + size, bytes, length);
    put(line, all);
    free(line);
}

/* Whether the disk is of this kind at the moment. */
static int is_now(const char *kind) {
    start();
    return how && !strcmp(how, kind) && while_there && !access(while_there, F_OK);
}

/* Whether a file may not be opened for writing, made, moved or removed: the disk is read only. */
static int is_read_only(const char *path) {
    start();
    size_t length = dir ? strlen(dir) : 0;
    if (!length || !path || strncmp(path, dir, length) || !is_now("erofs")) return 0;
    errno = EROFS;
    return 1;
}

static int error_of(const char *word) {
    return !strcmp(word, "enospc") ? ENOSPC : !strcmp(word, "erofs") ? EROFS : EIO;
}

/* Whether this operation fails; sets errno. A short write is told by the number 2. */
static int fails(int is_write) {
    count++;
    if (while_there) {
        if (!strcmp(how, "slow") || !is_now(how)) return 0;
        errno = error_of(how);
        return 1;
    }
    if (!fail_at || count < fail_at || (count > fail_at && !fail_ever)) return 0;
    if (is_write && !strcmp(how, "short")) return 2;
    errno = error_of(how);
    return 1;
}

static int opened(int fd, const char *path, int flags) {
    const char *name = inside(path);
    if (fd >= 0 && fd < FILES) {
        names[fd][0] = 0;
        if (name && (flags & O_ACCMODE) != O_RDONLY) {
            strcpy(names[fd], name);
            note(flags & O_TRUNC ? 'Z' : 'O', name, 0, 0, NULL);
        }
    }
    return fd;
}

#define OPEN(called)                                                                        \
    int called(const char *path, int flags, ...) {                                          \
        va_list rest;                                                                       \
        va_start(rest, flags);                                                              \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;             \
        va_end(rest);                                                                       \
        if ((flags & O_ACCMODE) != O_RDONLY && is_read_only(path)) return -1;               \
        pthread_mutex_lock(&lock);                                                          \
        int fd = opened(REAL(called)(path, flags, mode), path, flags);                      \
        pthread_mutex_unlock(&lock);                                                        \
        return fd;                                                                          \
    }
OPEN(open)
OPEN(open64)

int close(int fd) {
    pthread_mutex_lock(&lock);
    if (fd >= 0 && fd < FILES) names[fd][0] = 0;
    int result = REAL(close)(fd);
    pthread_mutex_unlock(&lock);
    return result;
}

static ssize_t put_at(int fd, const void *bytes, size_t length, off_t offset) {
    pthread_mutex_lock(&lock);
    ssize_t result = -1;
    const char *name = name_of(fd);
    int fault = name ? fails(1) : 0;
    if (fault == 2) length = length > 1 ? length / 2 : length;
    if (fault != 1) {
        result = REAL(pwrite)(fd, bytes, length, offset);
        if (result > 0 && name) note('W', name, (long)offset, (size_t)result, bytes);
    }
    pthread_mutex_unlock(&lock);
    return result;
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
    return put_at(fd, bytes, length, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
    return put_at(fd, bytes, length, offset);
}

ssize_t write(int fd, const void *bytes, size_t length) {
    pthread_mutex_lock(&lock);
    start();
    ssize_t result = -1;
    const char *name = name_of(fd);
    off_t offset = name ? lseek(fd, 0, SEEK_CUR) : 0;
    int fault = name ? fails(1) : 0;
    if (fault == 2) length = length > 1 ? length / 2 : length;
    /* What is said stands in the log before it can be heard. */
    if (fd == 1) note('A', "-", 0, length, bytes);
    if (fault != 1) {
        result = REAL(write)(fd, bytes, length);
        if (result > 0 && name) note('W', name, (long)offset, (size_t)result, bytes);
    }
    pthread_mutex_unlock(&lock);
    return result;
}

static int cut(int fd, off_t length) {
    pthread_mutex_lock(&lock);
    int result = -1;
    const char *name = name_of(fd);
    if (!name || !fails(0)) {
        result = REAL(ftruncate)(fd, length);
        if (!result && name) note('T', name, (long)length, 0, NULL);
    }
    pthread_mutex_unlock(&lock);
    return result;
}

int ftruncate(int fd, off_t length) { return cut(fd, length); }
int ftruncate64(int fd, off64_t length) { return cut(fd, length); }

static int synced(int fd) {
    if (name_of(fd) && is_now("slow")) {
        struct timespec wait = {slow_ms / 1000, slow_ms % 1000 * 1000000};
        nanosleep(&wait, NULL);
    }
    pthread_mutex_lock(&lock);
    int result = -1;
    const char *name = name_of(fd);
    if (!name || !fails(0)) {
        /* The files of a test need not reach a real disk. */
        result = 0;
        if (name) note('S', name, 0, 0, NULL);
    } else {
        int why = errno;
        note('F', name, 0, 0, NULL);
        errno = why;
    }
    pthread_mutex_unlock(&lock);
    return result;
}

int fsync(int fd) { return synced(fd); }
int fdatasync(int fd) { return synced(fd); }

int unlink(const char *path) {
    pthread_mutex_lock(&lock);
    const char *name = inside(path);
    int result = is_read_only(path) ? -1 : REAL(unlink)(path);
    if (!result && name) note('U', name, 0, 0, NULL);
    pthread_mutex_unlock(&lock);
    return result;
}

int rename(const char *from, const char *to) {
    pthread_mutex_lock(&lock);
    const char *old = inside(from), *new = inside(to);
    int result = is_read_only(from) ? -1 : REAL(rename)(from, to);
    if (!result && old && new) note('R', old, 0, strlen(new), new);
    pthread_mutex_unlock(&lock);
    return result;
}
