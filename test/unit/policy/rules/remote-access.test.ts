import { expect, test } from 'vitest';
import type { NetworkChange } from '../../../../src/network/network-change.ts';
import { remoteAccess } from '../../../../src/policy/rules/remote-access.ts';
import { between, opens, publicly } from '../ways.ts';
import { reasons } from './reasons.ts';

const ssh = ['opens SSH'];

test.each<[string, NetworkChange, readonly string[]]>([
  ['SSH', publicly('203.0.113.0/24', 'tcp/22'), ssh],
  ['SSH at its alternative port', publicly('203.0.113.0/24', 'tcp/2222'), ['opens SSH alternative']],
  ['SSH within a range of ports', publicly('203.0.113.0/24', 'tcp/20-22'), ssh],
  [
    'services that let somebody log in or run commands without a password',
    publicly('203.0.113.0/24', 'tcp/512-514'),
    ['opens rexec, rlogin and rsh'],
  ],
  [
    'services that administrate something',
    publicly('203.0.113.0/24', 'tcp/5601 tcp/9000 tcp/15672'),
    ['opens Kibana, PHP-FPM and RabbitMQ management'],
  ],
  ['Syslog, which has the port of rsh', publicly('203.0.113.0/24', 'udp/514'), []],
  ['UDP at the port of SSH', publicly('203.0.113.0/24', 'udp/22'), []],
  ['HTTPS', publicly('203.0.113.0/24', 'tcp/443'), []],
  ['all ports of UDP', publicly('203.0.113.0/24', 'udp/1-65535'), ['opens RDP, SNMP, IPMI and 5 more']],
  ['all ports', opens(between, '10.0.0.0/24 > 10.1.0.0/24'), ['opens SSH, RDP, SMB and 43 more']],
])('%s', (_, networkChange, expected) => expect(reasons(remoteAccess, networkChange)).toEqual(expected));
