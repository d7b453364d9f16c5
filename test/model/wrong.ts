/** Violations: no run may have them. */
export type WrongKind =
  | 'sent twice'
  | 'an outcome changed'
  | 'failed, and it was changed'
  | 'done, and it was not changed'
  | 'notified before it was logged'
  | 'notified otherwise than stored'
  | 'never notified'
  | 'an old state is shown'
  | 'not as decided for good'
  | 'temporary, and it stays'
  | 'ended before its time'
  | 'gave up too early'
  | 'refused for an end that is over'
  | 'never tried again'
  | 'never ends'
  | 'started without an end in the log'
  | 'an outcome that is not in the log'
  | 'two ends in the log'
  | 'two outcomes of one end';

export interface Wrong {
  readonly kind: WrongKind;
  readonly about: string;
}

/** Notes a violation in a run, once for each thing that it is about. */
export type Note = (kind: WrongKind, about: string) => void;
