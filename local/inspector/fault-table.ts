export type FaultPart = 'time' | 'policy' | 'service' | 'slack' | 'bot';

type Row = readonly [
  id: string,
  part: FaultPart,
  kind: 'condition' | 'event',
  name: string,
  description: string,
];

/** All faults that can be injected, as the page lists them. */
export const faultTable = [
  [
    'one-hour',
    'time',
    'event',
    'Let 1 hour pass',
    'The clock of Slack, the cloud API, Skydesk and its table moves on, and the sweeper runs. Approvers are reminded, previews and Undo expire.',
  ],
  [
    'eight-hours',
    'time',
    'event',
    'Let 8 hours pass',
    'As above, eight times. Requests that nobody approved expire.',
  ],
  [
    'strict-policy',
    'policy',
    'condition',
    'A stricter policy',
    'Vic can only read, Ana and the approvers can change, and only Ben and Cora can approve. Every firewall change needs an approval. Ana can approve her own request in an emergency (break-glass).',
  ],
  [
    'slow-service',
    'service',
    'condition',
    'Slow responses',
    'Each response of the cloud API takes 4 seconds. Commands are still acknowledged at once; their answers come later.',
  ],
  [
    'service-errors',
    'service',
    'condition',
    'HTTP 500 errors',
    'The cloud API responds to every call with 500. Reads are tried three times. After a failed read nothing was changed; after a failed change the outcome is unknown.',
  ],
  [
    'service-drops-before',
    'service',
    'condition',
    'Dropped connections',
    'The cloud API closes the connection before it does anything. Reads are tried three times. Changes are never repeated, because Skydesk can’t tell whether they were made.',
  ],
  [
    'service-drops-after',
    'service',
    'condition',
    'Lost responses',
    'The cloud API makes the change, then closes the connection without a response. Skydesk reports the outcome as unknown, says how to check it, and doesn’t repeat the change.',
  ],
  [
    'expired-token',
    'service',
    'event',
    'Expire the token',
    'The cloud API rejects Skydesk’s token. Skydesk logs in again once; nobody notices.',
  ],
  [
    'password-rotated',
    'service',
    'event',
    'Rotate the password',
    'The cloud API and Secrets Manager get a new password, and the old token expires. Skydesk reads the new password by itself.',
  ],
  [
    'password-at-service',
    'service',
    'condition',
    'Password mismatch',
    'The cloud API has another password than Secrets Manager. Skydesk says that its login is rejected and who has to act. It works again as soon as the two match.',
  ],
  [
    'changed-outside',
    'service',
    'event',
    'Changes outside Skydesk',
    'Somebody opens SSH inside DE1 with another tool, and disables a firewall policy there. Skydesk sees that when it looks next: let 1 hour pass. Its first look, within four minutes of the start, only takes a snapshot.',
  ],
  [
    'expired-trigger',
    'slack',
    'event',
    'Expire the next trigger',
    'The next form can’t be opened, as if its trigger were older than 3 seconds. A message with a button that opens it appears instead.',
  ],
  [
    'slack-busy',
    'slack',
    'event',
    'One 429 response',
    'Slack responds to the next call with 429 and Retry-After: 2. Skydesk waits 2 seconds, then repeats the call.',
  ],
  [
    'slack-limits',
    'slack',
    'condition',
    'Slack’s rate limits',
    'Slack takes one new message a second in a channel, and 20, 50 or 100 calls a minute of each other method, as it documents. It answers more with 429 and Retry-After; Skydesk repeats these after that time.',
  ],
  [
    'slack-down',
    'slack',
    'condition',
    'Web API outage',
    'Slack responds to every call with 503, so no answer appears. Answers stay on the queue and are delivered once this is turned off, within three attempts.',
  ],
  [
    'cold-start',
    'bot',
    'event',
    'Cold start',
    'Ends all warm instances. The next request starts a new one and is still acknowledged within Slack’s 3 seconds.',
  ],
  [
    'worker-dies',
    'bot',
    'event',
    'Kill the next worker',
    'The next worker dies at its first call of the cloud API. Its message is delivered again later; a change that may have been made is not repeated.',
  ],
] as const satisfies readonly Row[];

export type FaultSwitchId = (typeof faultTable)[number][0];
