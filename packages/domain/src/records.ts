// Owns: the list of what concepts keep and show. Totals run in the order of this list, which is that of concepts.ts.
import { agentRecord } from "./agent/record.ts"
import { approvalRecord } from "./approval/record.ts"
import { attentionRecord } from "./attention/record.ts"
import { auditRecord } from "./audit/record.ts"
import { callRecord } from "./call/record.ts"
import { connectionRecord } from "./connection/record.ts"
import { costRecord } from "./cost/record.ts"
import { grantRecord } from "./grant/record.ts"
import { messageRecord } from "./message/record.ts"
import { postureRecord } from "./posture/record.ts"
import { presenceRecord } from "./presence/record.ts"
import { questionRecord } from "./question/record.ts"
import { sandboxRecord } from "./sandbox/record.ts"
import { settingsRecord } from "./settings/record.ts"
import { slashRecord } from "./slash/record.ts"
import { turnRecord } from "./turn/record.ts"
import { verificationRecord } from "./verification/record.ts"
import { workspaceRecord } from "./workspace/record.ts"

export const records = [
  settingsRecord,
  sandboxRecord,
  workspaceRecord,
  auditRecord,
  grantRecord,
  postureRecord,
  costRecord,
  presenceRecord,
  messageRecord,
  questionRecord,
  connectionRecord,
  callRecord,
  verificationRecord,
  turnRecord,
  agentRecord,
  attentionRecord,
  approvalRecord,
  slashRecord,
] as const
