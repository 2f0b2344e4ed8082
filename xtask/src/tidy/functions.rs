//! Functions and how long they are, from the line of their name to their last brace.

use super::tokens::{Kind, Language, Token, tokens};

/// A function fits a screen.
pub(crate) const MOST_LINES: usize = 70;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Function {
    pub name: String,
    /// The line it begins on, from 1.
    pub line: usize,
    pub lines: usize,
}

/// The functions of a text, in the order in which they begin. One that stands in another is
/// counted for itself and in the other.
pub(crate) fn functions(language: Language, text: &str) -> Vec<Function> {
    let tokens = tokens(language, text);
    let code = Code { partner: partners(&tokens), tokens };
    let body_of = match language {
        Language::Rust => Code::rust_body,
        Language::TypeScript => Code::typescript_body,
    };
    let mut found: Vec<Function> = (0..code.tokens.len())
        .filter_map(|at| {
            let (name, start, body) = body_of(&code, at)?;
            let (line, last) = (code.tokens[start].line, code.tokens[code.partner[body]].line);
            Some(Function { name, line, lines: last - line + 1 })
        })
        .collect();
    found.sort_by_key(|function| function.line);
    found
}

/// The script of a Svelte component as if nothing else stood in the file: its lines keep
/// their numbers.
pub(crate) fn script(component: &str) -> String {
    let mut inside = false;
    let mut script = String::new();
    for line in component.lines() {
        if line.trim_start().starts_with("</script") {
            inside = false;
        }
        if inside {
            script.push_str(line);
        }
        script.push('\n');
        if line.trim_start().starts_with("<script") && !line.contains("</script") {
            inside = true;
        }
    }
    script
}

struct Code<'a> {
    tokens: Vec<Token<'a>>,
    /// For a bracket where the other one stands, for anything else where it stands itself.
    partner: Vec<usize>,
}

/// Name, beginning and opening brace of a function.
type Found = (String, usize, usize);

impl Code<'_> {
    fn mark(&self, at: usize) -> &str {
        self.tokens.get(at).filter(|token| token.kind == Kind::Mark).map_or("", |token| token.text)
    }

    fn word(&self, at: usize) -> Option<&str> {
        self.tokens.get(at).filter(|token| token.kind == Kind::Word).map(|token| token.text)
    }

    /// The function whose `fn` stands here. `fn(…)` is a type, and a `fn` that ends in a
    /// semicolon has no body.
    fn rust_body(&self, at: usize) -> Option<Found> {
        if self.word(at)? != "fn" {
            return None;
        }
        let name = self.word(at + 1)?.to_owned();
        let mut next = at + 2;
        loop {
            match self.mark(next) {
                "{" => return Some((name, at, next)),
                ";" => return None,
                "(" | "[" => next = self.partner[next] + 1,
                _ if next >= self.tokens.len() => return None,
                _ => next += 1,
            }
        }
    }

    /// The function that begins here: `name(…) {`, with a type or without, or whose arrow
    /// stands here. What `describe` is given is a list of tests, not a function.
    fn typescript_body(&self, at: usize) -> Option<Found> {
        if self.mark(at) == "=>" {
            if !matches!(self.mark(at + 1), "{" | "(") {
                return None;
            }
            let mut start = at.checked_sub(1)?;
            start = self.partner[start].min(start);
            let name = self.arrow_name(start);
            return (name != "describe").then_some((name, start, at + 1));
        }
        const NOT_A_NAME: [&str; 6] = ["if", "for", "while", "switch", "catch", "with"];
        let name = self.word(at)?;
        let open = self.after_generics(at + 1)?;
        if NOT_A_NAME.contains(&name) || self.mark(open) != "(" {
            return None;
        }
        let body = self.after_type(self.partner[open] + 1)?;
        Some((name.to_owned(), at, body))
    }

    /// What follows `<…>`, or the same place where there is none.
    fn after_generics(&self, at: usize) -> Option<usize> {
        let (mut next, mut depth) = (at, 0);
        loop {
            match self.mark(next) {
                "<" => depth += 1,
                ">" => depth -= 1,
                "{" | "[" | "(" if depth > 0 => next = self.partner[next],
                ";" | "=>" => return None,
                _ if next >= self.tokens.len() => return None,
                _ if depth == 0 => return Some(next),
                _ => {}
            }
            next += 1;
        }
    }

    /// The brace after parameters and an optional type; nothing where no body follows.
    fn after_type(&self, at: usize) -> Option<usize> {
        match self.mark(at) {
            "{" => return Some(at),
            ":" => {}
            _ => return None,
        }
        let mut next = at + 1;
        // Where a type is still expected a brace opens one, elsewhere the body.
        let mut expected = true;
        loop {
            match self.mark(next) {
                "{" if !expected => return Some(next),
                "{" | "(" | "[" => {
                    next = self.partner[next];
                    expected = false;
                }
                "|" | "&" | "=>" | "<" | "," | "." => expected = true,
                ">" => expected = false,
                "" if next < self.tokens.len() => {
                    expected =
                        matches!(self.word(next), Some("is" | "asserts" | "keyof" | "typeof"));
                }
                _ => return None,
            }
            next += 1;
        }
    }

    /// What an arrow's function is called: the name it is given to, or the function that is
    /// called with it.
    fn arrow_name(&self, start: usize) -> String {
        let mut before = start;
        while before > 0 {
            before -= 1;
            match self.mark(before) {
                "=" => {
                    // `name = …`, or `name: Type = …`, whose type is a word or two.
                    let words =
                        (0..before).rev().take_while(|&at| !matches!(self.mark(at), ";" | "}"));
                    let keyword =
                        words.clone().find(|&at| matches!(self.word(at), Some("const" | "let")));
                    let name = keyword.map_or(before.saturating_sub(1), |at| at + 1);
                    return self.word(name).unwrap_or("arrow").to_owned();
                }
                // Arguments before this one are stepped over, brackets and all.
                ")" | "]" | "}" => before = self.partner[before],
                "(" => return self.called(before).unwrap_or("arrow").to_owned(),
                "[" | "{" | ";" => break,
                _ => {}
            }
        }
        "arrow".to_owned()
    }

    /// The function that is called with the arguments that open here; of `describe.each(…)(…)`
    /// it is `describe`.
    fn called(&self, open: usize) -> Option<&str> {
        let mut last = open.checked_sub(1)?;
        if self.mark(last) == ")" {
            last = self.partner[last].checked_sub(1)?;
        }
        match self.word(last)? {
            "each" if last > 1 => self.word(last - 2),
            name => Some(name),
        }
    }
}

/// For every bracket its partner; for all else, and for a bracket without one, its own place.
fn partners(tokens: &[Token]) -> Vec<usize> {
    let mut partner: Vec<usize> = (0..tokens.len()).collect();
    let mut open = Vec::new();
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.kind == Kind::Mark) {
        match token.text {
            "(" | "[" | "{" => open.push(at),
            ")" | "]" | "}" => {
                if let Some(begin) = open.pop() {
                    partner[begin] = at;
                    partner[at] = begin;
                }
            }
            _ => {}
        }
    }
    partner
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Functions as `name line+lines`.
    #[track_caller]
    fn check(language: Language, text: &str, expected: &[&str]) {
        let found: Vec<String> = functions(language, text)
            .iter()
            .map(|it| format!("{} {}+{}", it.name, it.line, it.lines))
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn rust_functions_end_with_their_own_brace() {
        let text = "\
impl A {
    /// }
    pub(crate) fn one(
        a: [u8; 3],
    ) -> B {
        let open = \"{\"; // {
        if a == b'{' { r#\"\"}\"# } else { '{' }
    }
}
fn two() {}";
        check(Language::Rust, text, &["one 3+6", "two 10+1"]);
    }

    #[test]
    fn rust_types_and_promises_are_no_functions() {
        let text =
            "trait T { fn promised(&self) -> u8; fn given(&self) {\n} }\nlet x: fn(u8) -> u8 = y;";
        check(Language::Rust, text, &["given 1+2"]);
    }

    #[test]
    fn rust_functions_in_functions_count_twice() {
        let text = "fn outer<'a, F: Fn(&'a str)>(f: F) where F: Copy {\nfn inner() {\n}\n}";
        check(Language::Rust, text, &["outer 1+4", "inner 2+2"]);
    }

    #[test]
    fn rust_macros_make_functions_too() {
        check(Language::Rust, "($name:ident) => { fn $name() {\n} }", &["$name 1+2"]);
    }

    #[test]
    fn typescript_functions_methods_and_arrows() {
        let text = "\
export function a(x: { y: number }): { z: string } | undefined {
  if (x) {
    return `}${f({ k: /}/ })}`;
  }
}
class C {
  constructor(private readonly t: T) {}
  get b(): Record<string, () => void> {
    return this.c;
  }
}
const d = async (x: number) => {
  return x;
};
const e: (x: number) => void = (x) => x + 1;
async function f<T extends { a: string }>(x: T): Promise<T[]> {
}
const g = (x: number) => ({
  x,
});
it(\"does\", async () => {
  run();
});";
        check(
            Language::TypeScript,
            text,
            &["a 1+5", "constructor 7+1", "b 8+3", "d 12+3", "f 16+2", "g 18+3", "it 21+3"],
        );
    }

    #[test]
    fn typescript_conditions_and_cases_are_no_functions() {
        let text = "\
switch (f(x)) {
  case g(y): {
    for (const a of b(c)) {
    }
  }
}
const o = p ? q(r) : { s: 1 };
while (t() < 3 && u > (v)) {
}";
        check(Language::TypeScript, text, &[]);
    }

    #[test]
    fn a_list_of_tests_is_no_function() {
        check(Language::TypeScript, "describe.each(a)(\"x\", (b) => {\n});", &[]);
        check(
            Language::TypeScript,
            "describe(\"x\", () => {\n  it(\"y\", () => {\n  });\n});",
            &["it 2+2"],
        );
    }

    #[test]
    fn a_component_is_its_script() {
        let text = "<script lang=\"ts\">\n  function a() {\n  }\n</script>\n<p>{b(() => {\n})}</p>";
        check(Language::TypeScript, &script(text), &["a 2+2"]);
    }
}
