import './avatar.css';
import type { ReactNode } from 'react';
import { sampleApp, slackbotId } from '../slack/workspace/sample-workspace.ts';

const colours = ['#7a3e9d', '#1f6f5c', '#a04a1c', '#2a5db0', '#9c2f56', '#5c6219'];

const bots: Readonly<Record<string, { readonly background: string; readonly shapes: ReactNode }>> = {
  [sampleApp.userId]: {
    background: '#14406b',
    shapes: <path d="M10 22a5 5 0 0 1-.6-9.96A7 7 0 0 1 22.7 11 5.5 5.5 0 0 1 22 22Z" fill="currentColor" />,
  },
  [slackbotId]: {
    background: '#3b3f46',
    shapes: (
      <>
        <path d="M7 8h18v13h-9l-5 5v-5H7Z" fill="currentColor" />
        <circle cx="13" cy="14.5" r="1.7" fill="#3b3f46" />
        <circle cx="19" cy="14.5" r="1.7" fill="#3b3f46" />
      </>
    ),
  },
};

/** A square with initials, in a constant colour per person; a bot has its picture. */
export function Avatar({ id, name }: { id: string; name: string }) {
  const bot = bots[id];
  const sum = [...id].reduce((sum, character) => sum * 31 + character.charCodeAt(0), 0);
  const initials = name
    .split(' ')
    .map((word) => word.charAt(0))
    .join('')
    .slice(0, 2);
  return (
    <span
      aria-hidden="true"
      className="avatar"
      style={{ background: bot?.background ?? colours[sum % colours.length] }}
    >
      {bot ? (
        <svg viewBox="0 0 32 32" role="presentation">
          {bot.shapes}
        </svg>
      ) : (
        initials
      )}
    </span>
  );
}
