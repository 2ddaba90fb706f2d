// Owns: variables that change what other programs run, load or trust (T4).
import type { Finding } from "./types.ts"

const dangerous = new RegExp(
  `^(${[
    "PATH|IFS|ENV|HOME|SHELL|PS[0-4]|CDPATH|GLOBIGNORE|SHELLOPTS|BASHOPTS|BASH_.*|PROMPT_COMMAND|EXECIGNORE|FPATH|ZDOTDIR|TMPDIR",
    "(.*_)?PAGER|(.*_)?EDITOR|VISUAL|BROWSER|LESS.*|MAN(OPT|PATH)|.*ASKPASS",
    "GIT_.*|SSH_.*|GPG_.*|LD_.*|DYLD_.*|GCONV_PATH|LOCPATH|NLSPATH|TERMINFO(_DIRS)?|MALLOC_.*|GLIBC_.*",
    "NODE_(OPTIONS|PATH|EXTRA_CA_CERTS|TLS_REJECT_UNAUTHORIZED|REPL_.*)|NPM_CONFIG_.*|YARN_.*|PNPM_.*|BUN_.*|DENO_.*",
    "PYTHON.*|PIP_.*|UV_.*|POETRY_.*|PERL5?.*|RUBY.*|GEM_.*|BUNDLE_.*|PHP.*|LUA_.*",
    "(_?JAVA|JDK_JAVA)_.*|CLASSPATH|MAVEN_.*|GRADLE_.*|JVM_.*",
    "MAKEFLAGS|MAKEFILES|MFLAGS|CC|CXX|CPP|LD|AR|C(XX|PP)?FLAGS|LDFLAGS|RUSTC.*|RUSTFLAGS|RUSTUP_.*|CARGO_.*|GO(FLAGS|PROXY|PATH|ROOT|NOSUMDB|PRIVATE|INSECURE|SUMDB|BIN|TOOLCHAIN)|CGO_.*|CMAKE_.*",
    "(HTTPS?|ALL|FTP|NO)_PROXY|.*_BASE_URL|.*_ENDPOINT(_URL)?|SSL_.*|CURL_.*|WGETRC|REQUESTS_CA_BUNDLE",
    "ANTHROPIC_.*|OPENAI_.*|CLAUDE_.*|CODEX_.*|GEMINI_.*|KIBITZ_.*|AWS_.*|AZURE_.*|GOOGLE_.*|DOCKER_.*|KUBECONFIG|XDG_.*|DBUS_.*|DISPLAY",
    "OPENSSL_.*|TAR_OPTIONS|GREP_OPTIONS|RIPGREP_CONFIG_PATH|AWKPATH|POSIXLY_CORRECT|FZF_.*|JQ_.*|BAT_.*|ELECTRON_.*|RSYNC_RSH|CVS_RSH|SUDO_.*",
  ].join("|")})$`,
  "i",
)

/** What setting it means; null when it changes nothing but the programs' own business. */
export function variableFinding(name: string): Finding | null {
  if (/^ifs$/i.test(name)) return { class: "unknown", rule: "word-splitting", because: "changes how words are split" }
  if (!dangerous.test(name)) return null
  return { class: "any", rule: "environment", because: `sets ${name}, which changes what programs run or trust` }
}
