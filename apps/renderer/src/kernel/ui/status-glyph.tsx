// Owns: the shapes of ux 5.2. Shape and word carry the meaning; colour only helps.

export type Glyph =
  | "working"
  | "checking"
  | "retrying"
  | "yours"
  | "needs-you"
  | "question"
  | "approval"
  | "failed"
  | "done"
  | "ready"
  | "blocked"
  | "paused"
  | "idle"
  | "unknown"
  | "gone"

const words: Record<Glyph, string> = {
  working: "working",
  checking: "verifying",
  retrying: "retrying",
  yours: "your turn",
  "needs-you": "needs you",
  question: "needs you: a question",
  approval: "needs you: an approval",
  failed: "stopped by a problem",
  done: "done",
  ready: "goes on by itself",
  blocked: "waits for another",
  paused: "paused",
  idle: "idle",
  unknown: "no sign of it",
  gone: "dismissed",
}

/** `label`: says its word, or the one given, to those who do not see it. */
export function StatusGlyph({ status, label = false }: { status: Glyph; label?: boolean | string }) {
  return (
    <svg
      className={`glyph glyph-${status}`}
      viewBox="0 0 16 16"
      width="1rem"
      height="1rem"
      role={label === false ? undefined : "img"}
      aria-hidden={label === false}
      aria-label={label === true ? words[status] : label || undefined}
    >
      {shapes[status]}
    </svg>
  )
}

/** With round corners, as on a road sign: with sharp ones a question is taken for a letter that could not be shown (U+FFFD). */
const diamondPath =
  "M13.51 6.76a1.75 1.75 0 0 1 0 2.48L9.24 13.51a1.75 1.75 0 0 1-2.48 0L2.49 9.24a1.75 1.75 0 0 1 0-2.48L6.76 2.49a1.75 1.75 0 0 1 2.48 0Z"
const diamond = <path d={diamondPath} fill="currentColor" />

const shapes: Record<Glyph, React.ReactNode> = {
  working: (
    <>
      <circle cx="8" cy="8" r="3.5" fill="currentColor" />
      <path
        className="glyph-arc"
        d="M8 1.5A6.5 6.5 0 0 1 14.5 8"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
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
  yours: (
    <path
      d="M12.6 7.1a1.25 1.25 0 0 1 0 1.8L8.9 12.6a1.25 1.25 0 0 1-1.8 0L3.4 8.9a1.25 1.25 0 0 1 0-1.8L7.1 3.4a1.25 1.25 0 0 1 1.8 0Z"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
    />
  ),
  "needs-you": diamond,
  question: (
    <>
      {diamond}
      <path className="glyph-mark" d="M6.1 6.4a1.9 1.9 0 1 1 2.85 1.65C8.3 8.43 8 8.75 8 9.3M8 11.7v.05" />
    </>
  ),
  approval: (
    <>
      {diamond}
      <path className="glyph-mark" d="M8 4.4v4.5M8 11.55v.05" />
    </>
  ),
  paused: <path d="M5.75 3.5v9M10.25 3.5v9" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />,
  failed: (
    <>
      <path d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1Z" fill="currentColor" />
      <path className="glyph-mark" d="m5.5 5.5 5 5m0-5-5 5" />
    </>
  ),
  checking: (
    <>
      <circle cx="8" cy="8" r="5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M8 3a5 5 0 0 0 0 10Z" fill="currentColor" />
    </>
  ),
  done: (
    <>
      <rect x="2.25" y="2.25" width="11.5" height="11.5" rx="3" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path
        d="m5 8.25 2.2 2.2L11 6"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  ready: (
    <path
      d="M2.5 8h10.5M9 4l4 4-4 4"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  blocked: (
    <>
      <circle cx="8" cy="8" r="5.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="m5.75 5.75 4.5 4.5m0-4.5-4.5 4.5" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
    </>
  ),
  unknown: (
    <>
      <circle cx="8" cy="8" r="5.25" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.5 2.5" />
      <circle cx="8" cy="8" r="1" fill="currentColor" />
    </>
  ),
  gone: <path d="M4 8h8" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />,
  idle: <circle cx="8" cy="8" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.5" />,
}
