// Owns: the one remark, drawn.
import { useScreen } from "./session-context.ts"

export function Remark() {
  const remark = useScreen((state) => state.remark)
  if (remark === null) return null
  return (
    <span className={`remark remark-${remark.tone}`} role={remark.tone === "problem" ? "alert" : "status"}>
      {remark.text}
    </span>
  )
}
