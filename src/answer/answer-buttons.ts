/** Upper bound for the value of a button, in characters, which Slack enforces. */
export const maxButtonValue = 2000;

/** A button: runs a command for the person who presses it, opens its form, shares its answer, decides on a pending change, or refreshes the Home tab. */
export interface Button {
  readonly label: string;
  /** The object of its action, for screen readers. By default, the button of a line acts on that line. */
  readonly about?: string;
  readonly style?: 'primary' | 'danger';
  readonly action:
    | { readonly line: string }
    | {
        readonly run: string /* a command line; `confirm` is its preview, so it runs without another one if the policy allows that */;
      }
    | { readonly form: string /* a command line */ }
    | { readonly edit: string /* a command line; its form replaces its preview */ }
    | { readonly share: string /* the command line of a read; its answer is posted in the channel */ }
    | {
        readonly decide: Decision;
        readonly on: string /* opaque id */;
        readonly seen?: string | undefined /* digest of what it agrees to */;
      }
    | { readonly show: 'home' };
  /** Slack asks for this confirmation before the button does anything. */
  readonly confirm?: { readonly title: string; readonly text: string };
}

/** An option of a menu. Choosing it has the effect of a button. */
export interface MenuOption extends Pick<Button, 'label' | 'action'> {
  readonly description?: string;
}

/** Decisions that take one click: on your own preview or request, or on a change that has ended. */
export const decisions = [
  'confirm',
  'cancel',
  'withdraw',
  'accept',
  'decline',
  'undo',
  'undoDone',
  'retryFailed',
] as const;

/**
 * A decision by one click, or one in a modal: `review` decides on another person's request, and `breakGlass` approves one's own.
 */
export type Decision = (typeof decisions)[number] | 'review' | 'breakGlass';

/** Options of a menu. If there is only one group, its label is not shown. */
export interface MenuGroup {
  readonly label: string;
  readonly options: readonly MenuOption[];
}

/**
 * Returns a button that runs a command for the person who presses it. `words` is the command without the name of the slash
 * command.
 */
export const commandButton = (label: string, words: string, style?: 'primary' | 'danger'): Button => ({
  label,
  action: { line: words },
  ...(style && { style }),
});
