import type { WatchedKind } from '../../drift/watched-state.ts';
import { type contentOf, metrics } from '../alerts/triggers.ts';
import type { crossContent, intraContent } from '../firewall/firewall-state.ts';
import type { publicIpContent } from '../public-ips/public-ip.ts';

/** The canonical form of each kind of content, as the snapshot readers build it. */
export interface ContentOf {
  readonly 'firewall between': ReturnType<typeof crossContent>;
  readonly 'firewall inside': ReturnType<typeof intraContent>;
  readonly 'public address': ReturnType<typeof publicIpContent>;
  readonly 'alert policy': ReturnType<typeof contentOf>;
  /** The id of the policy. */
  readonly 'autoscale policy on server': string;
}

/** Returns a stored content with the type of its kind. Each snapshot stores the number of its form (`canonicalForm`). */
export const contentAs = <Kind extends WatchedKind>(_: Kind, content: unknown): ContentOf[Kind] =>
  content as ContentOf[Kind];

/** Returns the addresses that an alert policy notifies. */
export const recipientsIn = ({ recipients }: ContentOf['alert policy']): readonly string[] =>
  recipients.flatMap(([, ...addresses]) => addresses);

/** Returns the thresholds of an alert policy. */
export const triggersIn = (alert: ContentOf['alert policy']) =>
  metrics.flatMap((metric) =>
    alert[metric].map((text) => {
      const [threshold = '', duration = ''] = text.split(' ');
      return { metric, threshold: Number(threshold), duration };
    }),
  );
