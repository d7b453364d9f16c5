import type { Change, Group } from '../store/cloud-store.ts';
import type { Random } from '../store/random.ts';
import { dataCenters } from './seed-data-centers.ts';
import { serverPark } from './server-park.ts';

/** Groups that every data center has for every account. */
const always = ['Archive', 'Templates', 'Default Group'];

const descriptions: Readonly<Record<string, string>> = {
  Production: 'Customers see these',
  Shop: 'The web shop',
  Databases: 'Backed up nightly',
  Staging: 'May be stopped at any time',
  'Disaster recovery': 'Kept stopped; tested every quarter',
};

/** Creates a tree of groups per account and data center, by id. Also returns a look-up of a group's id by path. */
export function seedGroups(random: Random, changeInfo: Change) {
  const groups = new Map<string, Group>();
  const ids = new Map<string, string>();

  const add = (account: string, location: string, path: string): string => {
    const key = `${account}/${location}/${path}`;
    const known = ids.get(key);
    if (known !== undefined) return known;
    const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    const parentId = path === '' ? undefined : add(account, location, parent);
    const name = path === '' ? `${location} Hardware` : path.slice(path.lastIndexOf('/') + 1);
    const id = random.hexId();
    const description = descriptions[name];
    groups.set(id, {
      id,
      account,
      location,
      name,
      ...(description === undefined ? {} : { description }),
      type: name === 'Archive' ? 'archive' : name === 'Templates' ? 'templates' : 'default',
      ...(parentId === undefined ? {} : { parentId }),
      changeInfo,
    });
    ids.set(key, id);
    return id;
  };

  for (const [account, rows] of Object.entries(serverPark)) {
    for (const { id } of dataCenters) {
      const location = id.toUpperCase();
      const used = rows.filter((row) => row.location === location).map((row) => row.group);
      for (const path of [...used, ...always]) add(account, location, path);
    }
  }
  return { groups, groupId: add };
}
