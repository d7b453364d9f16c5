/** One way to go on with a line. */
export interface Completion {
  readonly label: string;
  readonly hint: string;
  /** The whole line with it, and where the caret is then. */
  readonly text: string;
  readonly caret: number;
}

export function useCompletions(_line: string, _caret: number): readonly Completion[] {
  return [];
}
