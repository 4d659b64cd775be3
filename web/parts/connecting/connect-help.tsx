import styles from './connecting.module.css';
import type { TypedNetwork } from './connect-fields.ts';

/** Where to find what a connect dialog asks for. */
export function ConnectHelp({ network }: { network: TypedNetwork }) {
  return <div className={styles.help}>{help[network]}</div>;
}

const help = {
  telegram: (
    <ol>
      <li>
        In Telegram, write <b>/newbot</b> to <b>@BotFather</b> and copy the bot token it answers.
      </li>
      <li>Add the bot to your channel or group as an administrator that may post.</li>
      <li>The chat id is the channel’s public name with an @, or the number of the chat.</li>
    </ol>
  ),
  wordpress: (
    <ol>
      <li>
        In WordPress, open <b>Users → Profile → Application Passwords</b>.
      </li>
      <li>
        Type a name such as “Publishing”, press <b>Add</b> and copy the password it shows.
      </li>
      <li>The user must be allowed to publish posts and upload files.</li>
    </ol>
  ),
  vimeo: (
    <>
      <p>Vimeo lets you connect with an app of your own. Give it this callback address:</p>
      <p>
        <code>{`${location.origin}/vimeo-callback`}</code>
      </p>
      <p>
        <a href="https://developer.vimeo.com/api/guides/start" target="_blank" rel="noopener noreferrer">
          How to get this information ?
        </a>
      </p>
    </>
  ),
  medium: (
    <p>
      Medium closed its API and gives out no new integration tokens. If you have one from before, it still works: you
      find it on Medium under <b>Settings → Security and apps → Integration tokens</b>.
    </p>
  ),
} as const;
