// Owns: ways to hide a command inside another text. None of them may make a verdict weaker.

const single = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
const isSimple = (text: string) => /^[\w./:@=+,-]+( [\w./:@=+,*~-]+)*$/.test(text) && !/^\w+=/.test(text)

type Transform = { readonly name: string; readonly apply: (command: string) => string | null }

/** A comment or an unclosed quote would swallow what is put behind: those commands are only put last. */
const closed = (command: string) => !/#|<<|\\$|[\r\0]/.test(command)

export const transforms: readonly Transform[] = [
  { name: "; x behind", apply: (c) => (closed(c) ? `${c}; ls` : null) },
  { name: "&& x behind", apply: (c) => (closed(c) ? `${c} && pwd` : null) },
  { name: "|| x behind", apply: (c) => (closed(c) ? `${c} || pwd` : null) },
  { name: "| x behind", apply: (c) => (closed(c) ? `${c} | cat` : null) },
  { name: "& x behind", apply: (c) => (closed(c) ? `${c} & ls` : null) },
  { name: "new line behind", apply: (c) => `${c}\nls` },
  { name: "x; in front", apply: (c) => `ls; ${c}` },
  { name: "x && in front", apply: (c) => `git status && ${c}` },
  { name: "x | in front", apply: (c) => (closed(c) ? `echo a | ${c}` : null) },
  { name: "new line in front", apply: (c) => `pwd\n${c}` },
  { name: "assignment in front", apply: (c) => (isSimple(c) ? `FOO=1 ${c}` : null) },
  { name: "spaces", apply: (c) => `  ${c}  ` },
  { name: "subshell", apply: (c) => `(${c}\n)` },
  { name: "group", apply: (c) => `{ ${c}\n}` },
  { name: "if", apply: (c) => `if true; then ${c}\nfi` },
  { name: "loop", apply: (c) => `for i in a; do ${c}\ndone` },
  { name: "function", apply: (c) => `frob() { ${c}\n}; frob` },
  { name: "negated", apply: (c) => (isSimple(c) ? `! ${c}` : null) },
  { name: "time", apply: (c) => (isSimple(c) ? `time ${c}` : null) },
  { name: "$(…)", apply: (c) => `echo $(${c}\n)` },
  { name: "quoted $(…)", apply: (c) => `echo "$(${c}\n)"` },
  { name: "<(…)", apply: (c) => `cat <(${c}\n)` },
  { name: "in a heredoc", apply: (c) => (c.includes("<<") ? null : `cat <<KIBITZ_END\n$(${c}\n)\nKIBITZ_END`) },
  { name: "default of a variable", apply: (c) => (isSimple(c) ? `echo \${x:-$(${c})}` : null) },
  { name: "arithmetic", apply: (c) => (isSimple(c) ? `echo $(( $(${c}) + 1 ))` : null) },
  { name: "sh -c", apply: (c) => `sh -c ${single(c)}` },
  { name: "bash -c", apply: (c) => `bash -c ${single(c)}` },
  { name: "bash -lc", apply: (c) => `bash -lc ${single(c)}` },
  { name: "eval", apply: (c) => `eval ${single(c)}` },
  { name: "trap", apply: (c) => `trap ${single(c)} EXIT` },
  { name: "bash heredoc", apply: (c) => (c.includes("<<") ? null : `bash <<'KIBITZ_END'\n${c}\nKIBITZ_END`) },
  { name: "bash here-string", apply: (c) => `bash <<< ${single(c)}` },
  { name: "env", apply: (c) => (isSimple(c) ? `env ${c}` : null) },
  { name: "env A=1", apply: (c) => (isSimple(c) ? `env A=1 ${c}` : null) },
  { name: "nice timeout", apply: (c) => (isSimple(c) ? `nice -n 5 timeout 9 ${c}` : null) },
  { name: "command", apply: (c) => (isSimple(c) ? `command ${c}` : null) },
  { name: "nohup &", apply: (c) => (isSimple(c) ? `nohup ${c} &` : null) },
  { name: "xargs", apply: (c) => (isSimple(c) ? `echo a | xargs ${c}` : null) },
  { name: "find -exec", apply: (c) => (isSimple(c) ? `find . -exec ${c} \\;` : null) },
  { name: "quoted head", apply: (c) => (isSimple(c) ? c.replace(/^\S+/, (head) => `"${head}"`) : null) },
  { name: "quotes in the middle", apply: (c) => (isSimple(c) ? c.replace(/^(\S)(\S)/, "$1''$2") : null) },
  { name: "backslash", apply: (c) => (isSimple(c) ? `\\${c}` : null) },
  { name: "quoted words", apply: (c) => (/^[\w./-]+( [\w./:@=+,-]+)+$/.test(c) ? c.replace(/ (\S+)/g, " '$1'") : null) },
]
