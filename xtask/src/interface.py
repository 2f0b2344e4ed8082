"""Tests the interface of a running server against its OpenAPI document, in every role.

    python interface.py PROGRAM SECONDS [ROLE…]

starts `PROGRAM serve` on a new directory, signs somebody in for every role that its document
names, and has schemathesis send what the document allows and what it does not. Anything that the
document does not describe fails: a status, a type, a header, the shape of an answer, and every 5xx.
SECONDS are for all roles together.

Schemathesis loads this file, too, for the hook below.
"""

import json
import os
import subprocess
import sys
import tempfile
import urllib.request

PASSWORD = "a-long-pass-phrase-of-the-tests"
CHECKS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "response_headers_conformance",
]
# Signing out ends the session of all that follows; it has a run of its own. A stream answers an
# ordinary request with 426, which is no answer of a WebSocket.
APART = ["--exclude-path", "/api/sign-out"]

try:
    import schemathesis

    @schemathesis.hook
    def map_path_parameters(context, path_parameters):
        """Most numbers of tables, links, rounds and slips name something that is there."""
        for name in ("table", "link", "round", "slip"):
            number = (path_parameters or {}).get(name)
            if isinstance(number, int) and number % 8:
                path_parameters[name] = 1 + number % 7
        return path_parameters

except ImportError:
    pass


def ask(url, path, origin, body=None, cookie=None):
    """Sends a request of one of our own pages; the answer's JSON and cookie."""
    headers = {"Origin": origin, "Content-Type": "application/json"}
    if cookie:
        headers["Cookie"] = cookie
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url + path, data=data, headers=headers)
    opener = urllib.request.build_opener(NoRedirect)
    try:
        answer = opener.open(request)
    except urllib.error.HTTPError as error:
        if error.code not in (302, 303):
            raise SystemExit(f"{path}: {error.code} {error.read()!r}")
        answer = error
    text = answer.read()
    cookie = (answer.headers.get("set-cookie") or "").split(";")[0]
    return (json.loads(text) if text.startswith(b"{") else {}), cookie


def roles_of(url):
    """Nobody, and every role of the document but the house, as which nobody signs in."""
    document, _ = ask(url, "/api/openapi.json", url)
    roles = document["components"]["schemas"]["Role"]["enum"]
    return ["nobody", *(role for role in roles if role != "house")]


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def signed_in(program, data, start, role):
    """The headers of somebody in a role."""
    url = start["url"]
    if role == "nobody":
        return {}
    if role == "player":
        session, cookie = ask(url, "/api/guest", url, {})
    elif role == "spectator":
        link = next(link["link"] for link in start["links"] if link["role"] == role)
        _, cookie = ask(url, link.removeprefix(url), url, {})
        session, _ = ask(url, "/api/me", url, cookie=cookie)
    else:
        command = [program, "staff", "--data", data, "add", f"test {role}", "--role", role]
        subprocess.run(
            [*command, "--password-stdin"], input=PASSWORD, text=True, check=True, stdout=subprocess.DEVNULL
        )
        body = {"name": f"test {role}", "password": PASSWORD}
        session, cookie = ask(url, "/api/sign-in", url, body)
    return {"Cookie": cookie, "x-bahama-csrf": session["csrf"]}


def tested(url, headers, seconds, only=None):
    """Has schemathesis test everything with these headers; whether it found nothing."""
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"{url}/api/openapi.json", "--no-color"]
    command += ["--checks", ",".join(CHECKS), "--max-time", str(seconds), "--warnings", "off"]
    command += ["--phases", "examples,coverage,fuzzing", "--suppress-health-check", "all"]
    command += ["--generation-database", "none", "--continue-on-failure", "--no-shrink"]
    command += ["--output-sanitize", "false", "-H", f"Origin: {url}"]
    for name, value in headers.items():
        command += ["-H", f"{name}: {value}"]
    command += ["--include-path", only] if only else APART
    return subprocess.run(command, env={**os.environ, "SCHEMATHESIS_HOOKS": __file__}).returncode == 0


def main():
    program, seconds = os.path.abspath(sys.argv[1]), int(sys.argv[2])
    found = []
    with tempfile.TemporaryDirectory() as data:
        command = [program, "serve", "--data", data, "--listen", "127.0.0.1:0", "--json", "--log", "json"]
        for rate in ("address", "session", "openings"):
            command += [f"--rate-{rate}", "0"]
        with open(os.path.join(data, "log"), "w") as log:
            server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            start = json.loads(server.stdout.readline())
            roles = sys.argv[3:] or roles_of(start["url"])
            for role in roles:
                print(f"== interface as {role}", flush=True)
                headers = signed_in(program, data, start, role)
                if not tested(start["url"], headers, max(seconds // len(roles), 1)):
                    found.append(role)
                if headers and not tested(start["url"], headers, 5, only="/api/sign-out"):
                    found.append(f"{role}, signing out")
            if server.poll() is not None:
                found.append(f"the server ended with {server.returncode}")
        finally:
            server.terminate()
            server.wait()
    if found:
        raise SystemExit("not as described: " + "; ".join(found))


if __name__ == "__main__":
    main()
