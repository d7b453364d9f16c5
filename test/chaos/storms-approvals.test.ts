import { isAll } from './seeds.ts';
import { stormsOver } from './storms.ts';

stormsOver([
  'firewall.create: confirms',
  'firewall.intra.delete: approves',
  'firewall.create: approves',
  ...(isAll ? ['firewall.enable: approves'] : []),
]);
