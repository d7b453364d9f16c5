import { anywhere } from '../operations/public-ips/public-ip.ts';

/** The arguments of a step, with the results of earlier steps in place of references. */
type Raw = Readonly<Record<string, string>>;

/**
 * Returns the content with which a step of an account creates its resource, as far as its arguments give it; undefined for any
 * other step. It is read from the cloud API only once the resource is ready, and others may have changed it by then.
 */
export function createdContent(operation: string, raw: Raw, account: string): object | undefined {
  const { from = '', to, source = '', destination = '', ports = '', internal, peer } = raw;
  const destinationAccount = peer ?? account;
  switch (operation) {
    case 'ip.add': {
      const sources = entriesOf(from);
      return {
        ports: entriesOf(ports),
        from: sources.includes(anywhere) ? [] : sources,
        ...(internal !== undefined && { internal }),
      };
    }
    case 'firewall.intra.create':
      return {
        ...{ enabled: true, destinationAccount, ports: entriesOf(ports) },
        ...{ source: entriesOf(source), destination: entriesOf(destination) },
      };
    case 'firewall.create':
      return {
        ...{ enabled: true, destinationAccount, destinationLocation: to },
        ...{ sourceCidr: source, destinationCidr: destination },
      };
    default:
      return undefined;
  }
}

const entriesOf = (words: string): readonly string[] => words.split(/[\s,;]+/).filter(Boolean);
