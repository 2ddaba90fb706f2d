/** Said in the transcript and in the audit log where a rehearsal agent begins anew. */
export const RECAST = "Restarted with the model. What stands above was a rehearsal, and the model does not see it."
