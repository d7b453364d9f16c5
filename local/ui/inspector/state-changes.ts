import type { CloudState } from '../../inspector/inspector-types.ts';

/** One thing of the service, as a row. */
export interface Row {
  readonly id: string;
  /** What tells it apart from its like. */
  readonly name: string;
  readonly detail: string;
  readonly status?: string;
}

export interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
}

/** What the last change did, by `title/id`; rows that are gone are kept to be shown once more. */
export interface Changes {
  readonly touched: ReadonlyMap<string, 'new' | 'changed'>;
  readonly gone: readonly { readonly title: string; readonly row: Row }[];
}

export const noChanges: Changes = { touched: new Map(), gone: [] };

/** The state of the cloud service as rows. */
export function sectionsOf(state: CloudState): readonly Section[] {
  const { jobs, alertPolicies, servers, crossFirewalls, localFirewalls } = state;
  return [
    {
      title: 'Jobs',
      rows: jobs.map(({ id, account, status }) => ({ id, name: id, detail: account, status })),
    },
    {
      title: 'Alert policies',
      rows: alertPolicies.map(({ id, name, account, triggers }) => {
        const watched = servers.filter(({ alertPolicyIds }) => alertPolicyIds.includes(id)).length;
        const fires = triggers.map(({ metric, threshold }) => `${metric} over ${threshold} %`).join(', ');
        return {
          id,
          name,
          detail: `${account} · ${fires} · on ${watched} ${watched === 1 ? 'server' : 'servers'}`,
        };
      }),
    },
    {
      title: 'Public addresses',
      rows: servers.flatMap(({ id: server, publicIps }) =>
        publicIps.map(({ address, internalIPAddress, ports, sourceRestrictions }) => ({
          id: address,
          name: address,
          detail: [
            `${server.toUpperCase()} (${internalIPAddress})`,
            ports
              .map(({ protocol, port, portTo }) => `${protocol}/${port}${portTo ? `-${portTo}` : ''}`)
              .join(', '),
            sourceRestrictions.length > 0
              ? `from ${sourceRestrictions.map(({ cidr }) => cidr).join(', ')}`
              : 'from everywhere',
          ].join(' · '),
        })),
      ),
    },
    {
      title: 'Firewall rules between data centers',
      rows: crossFirewalls.map(({ id, enabled, status, ...rule }) => ({
        id,
        name: `${rule.sourceCidr} (${rule.sourceLocation.toUpperCase()}) → ${rule.destinationCidr} (${rule.destinationLocation.toUpperCase()})`,
        detail: `${enabled ? 'enabled' : 'disabled'} · ${id.slice(0, 8)}…`,
        status,
      })),
    },
    {
      title: 'Firewall rules inside data centers',
      rows: localFirewalls.map(({ id, enabled, status, source, destination, ports, location }) => ({
        id,
        name: `${source.join(', ')} → ${destination.join(', ')}`,
        detail: `${location.toUpperCase()} · ${ports.join(', ')} · ${enabled ? 'enabled' : 'disabled'} · ${id.slice(0, 8)}…`,
        status,
      })),
    },
  ];
}

/** What is other than before; undefined when nothing that is shown is, or nothing was known before. */
export function changesBetween(before: CloudState | null, after: CloudState | null): Changes | undefined {
  if (!before || !after) return undefined;
  const old = rowsOf(before);
  const now = rowsOf(after);
  const touched = new Map<string, 'new' | 'changed'>();
  for (const [key, { row }] of now) {
    const was = old.get(key);
    if (!was) touched.set(key, 'new');
    else if (JSON.stringify(was.row) !== JSON.stringify(row)) touched.set(key, 'changed');
  }
  const gone = [...old].filter(([key]) => !now.has(key)).map(([, row]) => row);
  return touched.size > 0 || gone.length > 0 ? { touched, gone } : undefined;
}

const rowsOf = (state: CloudState) =>
  new Map(
    sectionsOf(state).flatMap(({ title, rows }) => rows.map((row) => [keyOf(title, row), { title, row }])),
  );

export const keyOf = (title: string, { id }: Pick<Row, 'id'>): string => `${title}/${id}`;
