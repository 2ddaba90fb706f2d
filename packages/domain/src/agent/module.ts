import type { Event, Json } from "@kibitz/contract"
import { bounded } from "../kernel/audit-line.ts"
import { defineConcept } from "../kernel/concept.ts"
import { followUp } from "../kernel/follow-ups.ts"
import { agentOf, ofAgent } from "../team/of-agent.ts"
import { decideTidy } from "../team/seats.ts"
import { decideFound, decideRate, decideSpawn } from "./decide.ts"
import {
  decideConfigure,
  decideContinue,
  decideDismiss,
  decideEvidence,
  decideGoOn,
  decideHalt,
  decideRedirect,
  decideRename,
  decideResume,
  decideSilence,
} from "./lifecycle.ts"
import { decideRecast } from "./recast.ts"
import { RECAST } from "./recast-line.ts"
import { agentRecord } from "./record.ts"
import { tellOfRestart } from "./restart.ts"
import { concerned, concerns, settle } from "./settle.ts"

export const agent = defineConcept({
  ...agentRecord,
  commands: {
    "agent.found": (world, command) => decideFound(world, command),
    "agent.spawn": decideSpawn,
    "agent.halt": ofAgent(decideHalt),
    "agent.resume": ofAgent(decideResume),
    "agent.dismiss": ofAgent((world, one, _, moment) => decideDismiss(world, one, moment)),
    "agent.redirect": ofAgent(decideRedirect),
    "agent.recast": ofAgent(decideRecast),
    "agent.configure": ofAgent((_, one, command) => decideConfigure(one, command)),
    "agent.rename": ofAgent(decideRename),
    "room.tidy": ofAgent((_, one) => decideTidy(one)),
    "agent.go-on": ofAgent((world, one, _, moment) => decideGoOn(world, one, moment)),
    "agent.continue": ofAgent((world, one, _, moment) => decideContinue(world, one, moment)),
    "evidence.record": ofAgent(decideEvidence),
    "agent.record-silence": ofAgent((world, one, _, moment) => decideSilence(world, one, moment)),
    "result.rate": ofAgent((_, one, command) => decideRate(one, command)),
  },
  followUps: [
    followUp({
      name: "settle what an agent does next",
      stage: "rounds",
      on: concerns,
      find: (events: readonly Event[], world) => concerned(world, events),
      // Settling one may concern another: a stuck child is told to its parent. Each round moves up the tree, so it comes to an end.
      run: (world, id, moment) => settle(world, agentOf(world, id), moment),
    }),
    followUp({
      name: "tell of a restart",
      stage: "last",
      on: [],
      after: ["session.begin"],
      find: () => [null],
      run: (world, _, moment) => tellOfRestart(world, moment),
    }),
  ],
  notices: { "agent.moved": ({ standing }) => (standing.kind === "done" ? [{ type: "finished" }] : []) },
  // What a script said is not the model's own, and must not be taken for it.
  historyMarks: { "agent.recast": () => ({ startsOver: true }) },
  audit: {
    "agent.founded": ({ agentId, name, parentId, limitUsd = null, callId = null, workspaceId }) => ({
      kind: "agent",
      agentId,
      rule: "founded",
      because: `${name} came to be.`,
      facts: { name, parentId, limitUsd, callId, ...(workspaceId ? { workspaceId } : {}) },
    }),
    "agent.moved": ({ agentId, standing, because }) => ({
      kind: "agent",
      agentId,
      rule: standing.kind,
      because,
      facts: { standing: standing as unknown as Json },
    }),
    "agent.redirected": ({ agentId, assignment }) => ({
      kind: "agent",
      agentId,
      rule: "redirected",
      because: "It has another assignment.",
      facts: { assignment: bounded(assignment) },
    }),
    "agent.recast": ({ agentId }) => ({ kind: "agent", agentId, rule: "recast", because: RECAST, facts: {} }),
    "agent.configured": ({ type: _, agentId, ...facts }) => ({ kind: "agent", agentId, rule: "configured", because: "", facts }),
    "agent.renamed": ({ agentId, name }) => ({ kind: "agent", agentId, rule: "renamed", because: "", facts: { name } }),
    "result.rated": ({ agentId, stars, note }) => ({ kind: "agent", agentId, rule: "rated", because: note, facts: { stars } }),
  },
})
