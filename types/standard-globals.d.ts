// The few web-standard globals that Node and browsers share and the pure layers may use. Included by tsconfig.pure.json only, so
// that anything else from either side (process, document, Buffer) does not typecheck there.
interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: "abort", listener: () => void): void
}
declare class URL {
  static canParse(text: string): boolean
  constructor(text: string, base?: string)
  readonly protocol: string
  readonly hostname: string
  readonly username: string
  readonly password: string
}
