// Owns: which part of which feature fills which place of another.
import { AttentionStrip } from "../features/attention/strip/attention-strip.tsx"
import { Why } from "../features/audit/why.tsx"
import { PostureBadge } from "../features/posture/badge.tsx"
import { SuggestionLine } from "../features/posture/suggestion-line.tsx"
import type { Outlets } from "../kernel/outlets/outlets.tsx"

export const outlets: Outlets = {
  "attention-strip": AttentionStrip,
  suggestion: SuggestionLine,
  posture: PostureBadge,
  "call-why": Why,
}
