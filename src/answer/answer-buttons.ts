/** Upper bound for the value of a button, in characters: Slack rejects a longer one. */
export const maxButtonValue = 2000;

/** A button: runs a command for the person who presses it, opens its form, shares its answer, decides on a pending change, or refreshes the Home tab. */
export interface Button {
  readonly label: string;
  /** What it acts on, for screen readers. The accessory of a line acts on that line. */
  readonly about?: string;
  readonly style?: 'primary' | 'danger';
  readonly action:
    | { readonly line: string }
    | {
        readonly run: string /* a command line, which `confirm` previews: it is made without another preview, if the policy lets it */;
      }
    | { readonly form: string /* a command line */ }
    | { readonly edit: string /* a command line, whose form opens in place of its preview */ }
    | { readonly share: string /* a command line of a read, whose answer is posted in the channel */ }
    | { readonly decide: Decision; readonly on: string /* opaque id */ }
    | { readonly show: 'home' };
  /** Slack asks this before the button does anything. */
  readonly confirm?: { readonly title: string; readonly text: string };
}

/** Something to choose from a menu. It happens at once, as if a button was pressed. */
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
 * A one-click decision; or one that opens a modal: `review`, in which an approver decides on another person's request, and
 * `breakGlass`, in which a requester approves their own.
 */
export type Decision = (typeof decisions)[number] | 'review' | 'breakGlass';

/** Options of a menu. The label of the only group is not shown. */
export interface MenuGroup {
  readonly label: string;
  readonly options: readonly MenuOption[];
}

/** A button that runs a command for the person who presses it. `words` is the command without the slash command's name. */
export const commandButton = (label: string, words: string, style?: 'primary' | 'danger'): Button => ({
  label,
  action: { line: words },
  ...(style && { style }),
});
