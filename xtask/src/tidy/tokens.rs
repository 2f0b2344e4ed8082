//! Just enough of a lexer to know what is code: words, marks and literals with their lines,
//! without comments. Rust and TypeScript differ in their strings and comments only.

/// The language of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    Rust,
    TypeScript,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A name, a keyword or a number.
    Word,
    /// A literal in quotes, with its quotes; of a template one piece.
    Text,
    /// One character of punctuation, or `=>`.
    Mark,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub kind: Kind,
    pub text: &'a str,
    /// The line on which it begins, from 1.
    pub line: usize,
}

/// The tokens of a text. A text that does not hold together (an open string, say) gives
/// tokens to its end: the compiler is the one to complain.
pub(crate) fn tokens(language: Language, text: &str) -> Vec<Token<'_>> {
    let mut lexer =
        Lexer { language, text, at: 0, line: 1, tokens: Vec::new(), templates: Vec::new() };
    while lexer.at < text.len() {
        lexer.step();
    }
    lexer.tokens
}

struct Lexer<'a> {
    language: Language,
    text: &'a str,
    at: usize,
    line: usize,
    tokens: Vec<Token<'a>>,
    /// Braces open inside each template literal's `${…}`, innermost last.
    templates: Vec<usize>,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn step(&mut self) {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return };
        if first.is_whitespace() {
            self.skip(first.len_utf8());
        } else if rest.starts_with("//") {
            self.skip(rest.find('\n').unwrap_or(rest.len()));
        } else if rest.starts_with("/*") {
            self.skip(self.block_comment());
        } else if is_word(first) {
            self.word();
        } else if first == '"' {
            self.push(Kind::Text, quoted(rest, '"'));
        } else if first == '\'' {
            self.quote();
        } else if self.language == Language::TypeScript && first == '`' {
            self.template(1);
        } else if self.language == Language::TypeScript && first == '/' && self.wants_operand() {
            self.push(Kind::Text, regex(rest));
        } else {
            self.mark(first);
        }
    }

    /// Moves on, counting lines.
    fn skip(&mut self, bytes: usize) {
        self.line += self.rest()[..bytes].matches('\n').count();
        self.at += bytes;
    }

    fn push(&mut self, kind: Kind, bytes: usize) {
        let text = &self.text[self.at..self.at + bytes];
        self.tokens.push(Token { kind, text, line: self.line });
        self.skip(bytes);
    }

    /// How long the comment is that begins here; Rust's stand inside each other.
    fn block_comment(&self) -> usize {
        let rest = self.rest();
        let (mut at, mut depth) = (2, 1);
        while depth > 0 && at < rest.len() {
            if rest[at..].starts_with("*/") {
                depth -= 1;
                at += 2;
            } else if self.language == Language::Rust && rest[at..].starts_with("/*") {
                depth += 1;
                at += 2;
            } else {
                at += rest[at..].chars().next().map_or(1, char::len_utf8);
            }
        }
        at
    }

    /// A word, or a raw string, whose `r` looks like one.
    fn word(&mut self) {
        let rest = self.rest();
        let length = rest.find(|it| !is_word(it)).unwrap_or(rest.len());
        if self.language == Language::Rust && matches!(&rest[..length], "r" | "br" | "cr") {
            let hashes = rest[length..].bytes().take_while(|&byte| byte == b'#').count();
            let open = length + hashes;
            if rest[open..].starts_with('"') {
                let close = format!("\"{}", "#".repeat(hashes));
                let body = &rest[open + 1..];
                let end = body.find(&close).map_or(rest.len(), |at| open + 1 + at + close.len());
                return self.push(Kind::Text, end);
            }
        }
        self.push(Kind::Word, length);
    }

    /// A single quote: a string in TypeScript; in Rust a character or a lifetime.
    fn quote(&mut self) {
        let rest = self.rest();
        if self.language == Language::TypeScript {
            return self.push(Kind::Text, quoted(rest, '\''));
        }
        let mut inside = rest.chars().skip(1);
        let (first, second) = (inside.next(), inside.next());
        if first == Some('\\') || second == Some('\'') {
            self.push(Kind::Text, quoted(rest, '\''));
        } else {
            let name = rest[1..].find(|it| !is_word(it)).unwrap_or(rest.len() - 1);
            self.push(Kind::Word, 1 + name);
        }
    }

    /// A piece of a template, behind its quote or behind the end of a `${…}`.
    fn template(&mut self, quote: usize) {
        let rest = self.rest();
        let mut at = quote;
        while at < rest.len() {
            let here = &rest[at..];
            if here.starts_with('`') {
                return self.push(Kind::Text, at + 1);
            }
            if here.starts_with("${") {
                self.push(Kind::Text, at + 1);
                self.push(Kind::Mark, 1);
                self.templates.push(0);
                return;
            }
            let step = if here.starts_with('\\') { 2 } else { 1 };
            at += here.chars().take(step).map(char::len_utf8).sum::<usize>();
        }
        self.push(Kind::Text, rest.len());
    }

    fn mark(&mut self, mark: char) {
        if self.rest().starts_with("=>") {
            return self.push(Kind::Mark, 2);
        }
        match (mark, self.templates.last_mut()) {
            ('{', Some(open)) => *open += 1,
            ('}', Some(0)) => {
                self.templates.pop();
                self.push(Kind::Mark, 1);
                return self.template(0);
            }
            ('}', Some(open)) => *open -= 1,
            _ => {}
        }
        self.push(Kind::Mark, mark.len_utf8());
    }

    /// Whether a value must come next, so that a slash begins a regular expression.
    fn wants_operand(&self) -> bool {
        const BEFORE_A_VALUE: [&str; 9] =
            ["return", "typeof", "case", "in", "of", "delete", "void", "throw", "else"];
        match self.tokens.last() {
            None => true,
            Some(last) => match last.kind {
                Kind::Word => BEFORE_A_VALUE.contains(&last.text),
                Kind::Text => false,
                Kind::Mark => !matches!(last.text, ")" | "]" | "}"),
            },
        }
    }
}

fn is_word(it: char) -> bool {
    it.is_alphanumeric() || it == '_' || it == '$'
}

/// How long a literal is that begins with a quote and may hold escapes.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, it) in text.char_indices().skip(1) {
        match it {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            it if it == quote => return at + quote.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// How long a regular expression is; inside brackets a slash is a character.
fn regex(text: &str) -> usize {
    let (mut escaped, mut class) = (false, false);
    for (at, it) in text.char_indices().skip(1) {
        match it {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => class = true,
            ']' => class = false,
            '/' if !class => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(language: Language, text: &str, expected: &str) {
        let found: Vec<&str> = tokens(language, text).iter().map(|token| token.text).collect();
        assert_eq!(found.join(" "), expected);
    }

    #[test]
    fn rust_comments_are_no_code() {
        check(Language::Rust, "a // { b\nc /* { /* } */ { */ d /// e\n//! f", "a c d");
    }

    #[test]
    fn rust_strings_are_one_token() {
        check(Language::Rust, r#"x("{\"}", b"{", '{', '\'', '"', 'a')"#, {
            r#"x ( "{\"}" , b "{" , '{' , '\'' , '"' , 'a' )"#
        });
        check(
            Language::Rust,
            "r#\"a \" { \"# + br\"{\" + r#fn",
            "r#\"a \" { \"# + br\"{\" + r # fn",
        );
    }

    #[test]
    fn a_lifetime_opens_no_string() {
        check(
            Language::Rust,
            "&'a str, 'b: loop { break 'b }",
            "& 'a str , 'b : loop { break 'b }",
        );
    }

    #[test]
    fn typescript_strings_and_templates() {
        check(Language::TypeScript, "'{\\'' + \"}\"", "'{\\'' + \"}\"");
        check(Language::TypeScript, "`a${b({ c: `}${d}` })}e { ` + f", {
            "`a$ { b ( { c : `}$ { d } ` } ) } e { ` + f"
        });
    }

    #[test]
    fn a_slash_divides_or_begins_a_regular_expression() {
        check(Language::TypeScript, "a / b / c", "a / b / c");
        check(Language::TypeScript, "f(/[/{]\\//g) ; return /}/", "f ( /[/{]\\// g ) ; return /}/");
        check(Language::TypeScript, "x // { }\n/* /* */ y", "x y");
    }

    #[test]
    fn lines_are_counted_through_literals_and_comments() {
        let text = "a\n\"b\nc\" /*\n*/ d r\"\n\" e";
        let lines: Vec<usize> =
            tokens(Language::Rust, text).iter().map(|token| token.line).collect();
        assert_eq!(lines, [1, 2, 4, 4, 5]);
    }
}
