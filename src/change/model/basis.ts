/** The state that a step was evaluated against. It must be unchanged at each vote and when the step is executed. */
export interface Basis {
  /** SHA-256, in hex, of the step and of everything that it was evaluated against. */
  readonly hash: string;
  readonly title: string;
  /** For an Undo: hash of the state of the resource that it restores. */
  readonly subject?: string | undefined;
  /** Why the step would change nothing, as a sentence. */
  readonly already?: string | undefined;
}

/** A firewall policy by its id, with a SHA-256, in hex, of its content. */
export interface AssessedRule {
  readonly id: string;
  readonly hash: string;
}

/**
 * The firewall policies that the steps of a change were evaluated against, to report later which of them have changed. Stored
 * apart from the change, each scope once: fifty steps, or thousands of policies, would exceed the size of its table item.
 */
export interface Assessment {
  /** The policies of each scope, sorted by id. */
  readonly scopes: readonly (readonly AssessedRule[])[];
  /** By step: the index of its scope, and the ids of the policies that earlier steps of its plan change. */
  readonly steps: readonly { readonly scope: number; readonly changed: readonly string[] }[];
}

/** Returns the firewall policies that a step was evaluated against; undefined if the assessment is not known. */
export function rulesOf(
  assessment: Assessment | undefined,
  step: number,
): readonly AssessedRule[] | undefined {
  const { scope = -1, changed = [] } = assessment?.steps[step] ?? {};
  return assessment?.scopes[scope]?.filter(({ id }) => !changed.includes(id));
}
