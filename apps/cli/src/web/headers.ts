// Owns: the headers of every answer. The policy is the second wall behind sanitising: even a script that got into the page could
// speak to nobody but this server.

export function securityHeaders(host: string): Record<string, string> {
  return {
    "Content-Security-Policy": contentSecurityPolicy(host),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
  }
}

/** The WebSocket's address is named because browsers differ on whether 'self' covers ws:. */
export function contentSecurityPolicy(host: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ws://${host}`,
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ")
}
