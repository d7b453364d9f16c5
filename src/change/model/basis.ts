/** The state that a step was evaluated against. It must be unchanged at each vote and when the step is executed. */
export interface Basis {
  /** SHA-256, in hex, of the step and of all that it was evaluated against. */
  readonly hash: string;
  readonly title: string;
  /** For an Undo: SHA-256 of the state of the resource that it restores. */
  readonly subject?: string | undefined;
  /** Why it would change nothing, as a sentence. */
  readonly already?: string | undefined;
}

/** A firewall policy by its id, with a SHA-256, in hex, of its content. */
export interface AssessedRule {
  readonly id: string;
  readonly hash: string;
}

/**
 * The firewall policies that the steps of a change were evaluated against, to say later which of them have changed. Stored apart
 * from the change, once: fifty steps, or a scope with thousands of policies, are too much for its item of the table.
 */
export interface Assessment {
  /** The policies of each scope, sorted by id. */
  readonly scopes: readonly (readonly AssessedRule[])[];
  /** By step: the position of its scope, and the ids of the policies that earlier steps of its plan change. */
  readonly steps: readonly { readonly scope: number; readonly changed: readonly string[] }[];
}

/** The firewall policies that a step was evaluated against; undefined if the assessment is not known. */
export function rulesOf(
  assessment: Assessment | undefined,
  step: number,
): readonly AssessedRule[] | undefined {
  const { scope = -1, changed = [] } = assessment?.steps[step] ?? {};
  return assessment?.scopes[scope]?.filter(({ id }) => !changed.includes(id));
}
