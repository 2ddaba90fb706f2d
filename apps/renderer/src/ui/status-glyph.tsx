// Owns: the shapes of ux 5.2. Shape and word carry the meaning; colour only helps.

export type Glyph = "working" | "retrying" | "yours" | "needs-you" | "failed" | "paused" | "idle"

const words: Record<Glyph, string> = {
  working: "working",
  retrying: "retrying",
  yours: "your turn",
  "needs-you": "needs you",
  failed: "stopped by a problem",
  paused: "paused",
  idle: "idle",
}

export function StatusGlyph({ status, label = false }: { status: Glyph; label?: boolean }) {
  return (
    <svg
      className={`glyph glyph-${status}`}
      viewBox="0 0 16 16"
      width="1rem"
      height="1rem"
      role={label ? "img" : undefined}
      aria-hidden={!label}
      aria-label={label ? words[status] : undefined}
    >
      {shapes[status]}
    </svg>
  )
}

const shapes: Record<Glyph, React.ReactNode> = {
  working: (
    <>
      <circle cx="8" cy="8" r="3" fill="currentColor" />
      <circle
        className="glyph-arc"
        cx="8"
        cy="8"
        r="6.25"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeDasharray="13 27"
        strokeLinecap="round"
      />
    </>
  ),
  retrying: (
    <path
      d="M12.8 8.2A4.8 4.8 0 1 1 11.2 4.6M11.4 2v3H8.4"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  yours: <path d="M8 2.75 13.25 8 8 13.25 2.75 8Z" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />,
  "needs-you": <path d="M8 1.75 14.25 8 8 14.25 1.75 8Z" fill="currentColor" />,
  paused: <path d="M5.75 3.5v9M10.25 3.5v9" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />,
  failed: (
    <>
      <path
        d="M5.5 1.75h5l3.75 3.75v5L10.5 14.25h-5L1.75 10.5v-5Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <path d="m5.75 5.75 4.5 4.5m0-4.5-4.5 4.5" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
    </>
  ),
  idle: <circle cx="8" cy="8" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.5" />,
}
