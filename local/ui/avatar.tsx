import './avatar.css';
import { sampleApp, slackbotId } from '../slack/workspace/sample-workspace.ts';

/** A square with initials, in a colour that stays the same for one person. */
export function Avatar({ id, name }: { id: string; name: string }) {
  if (id === sampleApp.userId)
    return (
      <span aria-hidden="true" className="avatar" data-colour="app">
        <svg viewBox="0 0 32 32" role="presentation">
          <path d="M10 22a5 5 0 0 1-.6-9.96A7 7 0 0 1 22.7 11 5.5 5.5 0 0 1 22 22Z" fill="currentColor" />
        </svg>
      </span>
    );
  if (id === slackbotId)
    return (
      <span aria-hidden="true" className="avatar" data-colour="slackbot">
        <svg viewBox="0 0 32 32" role="presentation">
          <path d="M7 8h18v13h-9l-5 5v-5H7Z" fill="currentColor" />
          <circle cx="13" cy="14.5" r="1.7" fill="#3b3f46" />
          <circle cx="19" cy="14.5" r="1.7" fill="#3b3f46" />
        </svg>
      </span>
    );
  const initials = name
    .split(' ')
    .map((word) => word.charAt(0))
    .join('')
    .slice(0, 2);
  const colour = [...id].reduce((sum, character) => sum * 31 + character.charCodeAt(0), 0) % 6;
  return (
    <span aria-hidden="true" className="avatar" data-colour={colour}>
      {initials}
    </span>
  );
}
