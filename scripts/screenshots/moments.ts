import type { Page } from 'playwright-core';

/** One picture: who looks, where, and how it comes about. */
export interface Moment {
  readonly name: string;
  readonly person: string;
  readonly place: string;
  readonly width: number;
  readonly height: number;
  play(page: Page, open: (person: string, place: string) => Promise<Page>): Promise<unknown>;
}

async function say(page: Page, line: string): Promise<void> {
  const composer = page.getByRole('combobox', { name: /^Message/ });
  await composer.fill(line);
  await composer.press('Enter');
}

const newest = (page: Page) => page.getByRole('article', { name: /^Skydesk/ }).last();

const way =
  '/cloud firewall create de1 va1 source=10.0.0.0/8 destination=10.1.0.0/24 peer=ACDV why="Nightly backup" ticket=OPS-17';

/** Ana asks for a way between two data centers, which others have to agree to. */
async function ask(ana: Page): Promise<void> {
  await say(ana, way);
  await newest(ana).getByRole('button', { name: 'Ask' }).click();
  await ana.getByText(/asked/i).last().waitFor();
}

/** The screenshots of the docs. */
export const moments: readonly Moment[] = [
  {
    name: 'trend',
    person: 'ana',
    place: 'cloud-ops',
    width: 1100,
    height: 940,
    async play(page) {
      await say(page, '/cloud invoice trend 6');
      await newest(page).getByRole('img', { name: /cost/i }).waitFor();
    },
  },
  {
    name: 'form',
    person: 'ana',
    place: 'cloud-ops',
    width: 1000,
    height: 800,
    async play(page) {
      await say(page, '/cloud alert create "Shop disks" disk=80 to=nobody');
      await page
        .getByRole('dialog')
        .getByText(/not an email address/)
        .waitFor();
    },
  },
  {
    name: 'review',
    person: 'ben',
    place: 'approvals',
    width: 1000,
    height: 800,
    async play(page, open) {
      await ask(await open('ana', 'cloud-ops'));
      await newest(page).getByRole('button', { name: 'Review' }).click();
      await page.getByRole('radio', { name: 'Approve' }).check();
    },
  },
  {
    name: 'home',
    person: 'cora',
    place: 'approvals',
    width: 1000,
    height: 800,
    async play(page, open) {
      const ana = await open('ana', 'cloud-ops');
      await say(ana, '/cloud alert assign "Night watch" jump');
      await newest(ana).getByRole('button', { name: 'Confirm' }).click();
      await newest(ana).getByRole('button', { name: 'Undo' }).waitFor();
      await page.getByRole('link', { name: 'Skydesk: Home' }).click();
      await page.getByRole('heading', { name: /cost/ }).waitFor();
    },
  },
  {
    name: 'inspector',
    person: 'ana',
    place: 'cloud-ops',
    width: 1440,
    height: 760,
    async play(page) {
      await say(page, '/cloud alert assign "Memory high" jump');
      await newest(page).getByRole('button', { name: 'Confirm' }).click();
      const answer = page.getByRole('article').filter({ hasText: 'assigned to' });
      await answer.getByRole('button', { name: 'Show trace' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('list', { name: /^Trace of/ }).waitFor();
    },
  },
];
