/** A person's act in Slack; to wait is to let time pass. Buttons and fields are named by their visible labels. */
export type Act =
  | { readonly kind: 'type'; readonly line: string }
  | { readonly kind: 'press'; readonly button: string; readonly place?: string }
  | {
      readonly kind: 'submit';
      /** The button that submits the form. */
      readonly button: string;
      readonly values: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'wait'; readonly hours: number };

/** The consecutive acts of one person. */
export interface Scene {
  readonly title: string;
  /** User name in the local Slack. */
  readonly person: 'ana' | 'ben' | 'cora';
  /** The place they look at: the name of a channel, or `skydesk` for the direct message with Skydesk. */
  readonly place: string;
  readonly acts: readonly Act[];
}

const review: Act = { kind: 'press', button: 'Review' };
const approve = (comment?: string): Act => ({
  kind: 'submit',
  button: 'Approve',
  values: comment === undefined ? {} : { Comment: comment },
});

/** Asks whether the requested traffic is allowed. */
const ask: Act = { kind: 'type', line: '/cloud reach DE1ACMEWEB03 10.1.0.7 tcp/443' };

/**
 * The story of an approval from the request to its end, which the page, the demo in the terminal and the animated picture play.
 */
export const story: readonly Scene[] = [
  {
    title: 'Ana requests an opening for two hours, with a range that is too wide',
    person: 'ana',
    place: 'cloud-ops',
    acts: [
      {
        kind: 'type',
        line: '/cloud firewall create de1 va1 source=10.0.0.0/8 destination=10.1.0.0/24 peer=ACDV why="Nightly backup" ticket=OPS-17 ends=2h',
      },
      { kind: 'press', button: 'Request Approval' },
    ],
  },
  {
    title: 'Ben reviews it and suggests a smaller range',
    person: 'ben',
    place: 'approvals',
    acts: [
      review,
      { kind: 'press', button: 'Suggest Changes…' },
      {
        kind: 'submit',
        button: 'Send Suggestion',
        values: {
          'Suggested source': '10.95.131.0/24',
          Comment: 'The backup host is in this range',
        },
      },
    ],
  },
  {
    title: "Ana accepts the suggestion, which is Ben's approval",
    person: 'ana',
    place: 'skydesk',
    acts: [{ kind: 'press', button: 'Accept (1 More Approval)' }],
  },
  {
    title: 'Cora approves, and the change is applied',
    person: 'cora',
    place: 'approvals',
    acts: [review, approve('Fine for the backup')],
  },
  {
    title: 'Ana asks whether it is allowed now',
    person: 'ana',
    place: 'cloud-ops',
    acts: [ask],
  },
  {
    title: 'Two hours later it ends by itself',
    person: 'ana',
    place: 'cloud-ops',
    acts: [{ kind: 'wait', hours: 2 }, ask],
  },
  {
    title: 'Ana looks all of it up in the audit log',
    person: 'ana',
    place: 'cloud-ops',
    acts: [{ kind: 'type', line: '/cloud history' }],
  },
];

/** The scenes that the page plays: the audit log is too wide for a column. */
export const shownScenes = story.slice(0, -1);

/** All acts that the page plays, with their scenes, in order. */
export const steps = shownScenes.flatMap((scene) => scene.acts.map((act) => ({ scene, act })));
