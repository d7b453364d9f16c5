import { anywhere } from '../operations/public-ips/public-ip.ts';

/** The arguments of a step, with the results of earlier steps in place of references. */
type Raw = Readonly<Record<string, string>>;

/**
 * Returns the content with which a step of an account creates a resource of a kind, as far as its arguments give it; undefined for
 * kinds that are read at once. The others are read only once the resource is ready, and others may have changed it by then.
 */
export function createdContent(kind: string | undefined, raw: Raw, account: string): object | undefined {
  const { from = '', to, source = '', destination = '', ports = '', internal, peer } = raw;
  const destinationAccount = peer ?? account;
  switch (kind) {
    case 'public address': {
      const sources = entriesOf(from);
      return {
        ports: entriesOf(ports),
        from: sources.includes(anywhere) ? [] : sources,
        ...(internal !== undefined && { internal }),
      };
    }
    case 'firewall inside':
      return {
        ...{ enabled: true, destinationAccount, ports: entriesOf(ports) },
        ...{ source: entriesOf(source), destination: entriesOf(destination) },
      };
    case 'firewall between':
      return {
        ...{ enabled: true, destinationAccount, destinationLocation: to },
        ...{ sourceCidr: source, destinationCidr: destination },
      };
    default:
      return undefined;
  }
}

const entriesOf = (words: string): readonly string[] => words.split(/[\s,;]+/).filter(Boolean);
