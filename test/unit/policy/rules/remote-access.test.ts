import { expect, test } from 'vitest';
import type { NetworkChange } from '../../../../src/core/network-change.ts';
import { remoteAccess } from '../../../../src/policy/rules/remote-access.ts';
import { between, opens, publicly } from '../ways.ts';
import { reasons } from './reasons.ts';

const ssh = ['It opens a service that lets others in: SSH (22).'];

test.each<[string, NetworkChange, readonly string[]]>([
  ['SSH', publicly('203.0.113.0/24', 'tcp/22'), ssh],
  ['SSH within a range of ports', publicly('203.0.113.0/24', 'tcp/20-22'), ssh],
  ['SSH is TCP', publicly('203.0.113.0/24', 'udp/22'), []],
  ['HTTPS', publicly('203.0.113.0/24', 'tcp/443'), []],
  [
    'every port of UDP',
    publicly('203.0.113.0/24', 'udp/1-65535'),
    [
      'It opens services that let others in: Remote Desktop (UDP 3389), SNMP (UDP 161), IPMI (UDP 623), NFS (UDP 2049) and 4 more.',
    ],
  ],
  [
    'every port',
    opens(between, '10.0.0.0/24 > 10.1.0.0/24'),
    [
      'It opens services that let others in: SSH (22), Remote Desktop (3389), SMB (445), VNC (5900) and 41 more.',
    ],
  ],
])('%s', (_, networkChange, expected) => expect(reasons(remoteAccess, networkChange)).toEqual(expected));
