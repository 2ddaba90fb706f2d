// Owns: the headers every file of the page is served with. The policy is the second wall behind sanitising: even a script that
// got into the page could load nothing and tell nobody.

export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "frame-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ")

/**
 * No Cross-Origin-Opener-Policy: no page here has an opener (boot/hardening denies every new window), and the header makes Chromium throw the process it
 * has just started away and start another, on every start.
 */
export function headersFor(type: string): Record<string, string> {
  return {
    "Content-Type": type,
    "Content-Security-Policy": contentSecurityPolicy,
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
  }
}
