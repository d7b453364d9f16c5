/** How a change ends by itself, in its tenses. */
interface Ending {
  /** "⏳ Closes in 15 min" */
  readonly will: string;
  /** "⏳ Closing …" */
  readonly running: string;
  /** "⚪ Closed 18:00" */
  readonly done: string;
}

/** A verb in the tenses of a change: asked, running, done, not done, over. */
interface Tenses {
  /** "Ana wants to open …" */
  readonly wants: string;
  /** "⏳ Opens tomorrow at 18:00". Anything else starts. */
  readonly will?: string;
  /** "⏳ Opening …" */
  readonly running: string;
  /** "✅ Deleted …". What opens access says how it stands: "🔓 Open until 18:00". */
  readonly done: string;
  /** "❌ Not deleted", "⚠️ Not known if deleted" */
  readonly past: string;
  readonly over: Ending;
}

/** The end of what has no word for its opposite. The object then says what was done: "Disk 80 assigned to DE1ACMEWEB01". */
const ends: Ending = { will: 'Ends', running: 'Ending', done: 'Ended' };
const changesBack: Ending = { will: 'Changes back', running: 'Changing back', done: 'Changed back' };

const again = (will: string, running: string, done: string): Ending => ({
  will: `${will} again`,
  running: `${running} again`,
  done: `${done} again`,
});

const regular = (wants: string, running: string, done: string, over = ends): Tenses => ({
  wants,
  running,
  done,
  past: done.toLowerCase(),
  over,
});

/** What changes some access both ways, or in several pieces. */
const altered = (wants: string, running: string): Tenses => regular(wants, running, 'Changed', changesBack);

const endEarly = (wants: string, running: string, past: string): Tenses => ({
  ...regular(wants, running, 'Brought forward the end of'),
  past: `${past} early`,
});

/** The verbs of all changes. `open` and `close` are about access, whatever the operation is called. */
const verbs = {
  open: {
    ...regular('open', 'Opening', 'Opened', { will: 'Closes', running: 'Closing', done: 'Closed' }),
    will: 'Opens',
    done: 'Open',
  },
  close: { ...regular('close', 'Closing', 'Closed', again('Opens', 'Opening', 'Opened')), will: 'Closes' },
  widen: altered('widen', 'Widening'),
  narrow: altered('narrow', 'Narrowing'),
  change: altered('change', 'Changing'),
  create: regular('create', 'Creating', 'Created', {
    will: 'To be deleted',
    running: 'Deleting',
    done: 'Deleted',
  }),
  update: regular('update', 'Updating', 'Updated', changesBack),
  delete: regular('delete', 'Deleting', 'Deleted'),
  enable: regular('enable', 'Enabling', 'Enabled', again('To be disabled', 'Disabling', 'Disabled')),
  disable: regular('disable', 'Disabling', 'Disabled', again('To be enabled', 'Enabling', 'Enabled')),
  remove: regular('remove', 'Removing', 'Removed'),
  assign: regular('assign', 'Assigning', 'Assigned'),
  unassign: regular('unassign', 'Unassigning', 'Unassigned'),
  set: regular('set', 'Setting', 'Set'),
  extend: regular('extend', 'Extending', 'Extended'),
  shorten: regular('shorten', 'Shortening', 'Shortened'),
  keep: regular('keep', 'Keeping', 'Kept'),
  // The end of what stands comes earlier, and does the rest by itself.
  end: endEarly('end', 'Ending', 'ended'),
  closeEarly: endEarly('close', 'Closing', 'closed'),
  openEarly: endEarly('open', 'Opening', 'opened'),
  own: regular('own', 'Adopting', 'Adopted'),
  /** For a step without words of its own: its title says what was done. */
  apply: regular('apply', 'Applying', 'Applied', { ...ends }),
} as const satisfies Readonly<Record<string, Tenses>>;

export type Verb = keyof typeof verbs;

/** Returns the tenses of a verb. */
export const tensesOf = (verb: Verb): Tenses => verbs[verb];

/** Returns what somebody does: "Ana opens …". */
export const presentOf = (verb: Verb): string => `${tensesOf(verb).wants.replace(/y$/, 'ie')}s`;

/** Returns whether the end of what a verb does has a word of its own, so that the object alone follows it. */
export const hasOpposite = (verb: Verb): boolean => tensesOf(verb).over !== ends;

/** Returns whether something stands open once this is done. */
export const isOpening = (verb: Verb): boolean => verb === 'open' || verb === 'widen' || verb === 'change';
