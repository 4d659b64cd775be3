import type { Journal } from './journal.ts';
import { applyRow, emptyTables } from './rows.ts';
import type { Attachment, Bot, Change, Chat, Mail, Post, Site, Tag, Writer } from './model.ts';
import type { NetworkId } from './network-id.ts';

/** The sandbox's whole state, in memory, rebuilt from the seeds and the journal. */
export class State {
  readonly bots = new Map<string, Bot>();
  readonly chats = new Map<number, Chat>();
  readonly chatsByName = new Map<string, Chat>();
  readonly sites = new Map<string, Site>();
  readonly writers = new Map<string, Writer>();
  readonly posts = new Map<string, Post>();
  readonly attachments = new Map<string, Attachment>();
  readonly tags: Tag[] = [];
  readonly mails: Mail[] = [];
  /** The data of the networks besides posts. */
  readonly tables = emptyTables();
  /** Grows with every change; the page polls with it. */
  version = 0;
  readonly #byAccount = new Map<string, Map<string, Post>>();
  readonly #lastId = new Map<string, number>();
  readonly #seeds: Change[];
  readonly #journal: Journal;

  constructor(seeds: Change[], journal: Journal) {
    this.#seeds = seeds;
    this.#journal = journal;
    for (const change of seeds) this.apply(change);
  }

  /** Makes a change and resolves once it is stored: answer only after that. */
  commit(change: Change): Promise<void> {
    this.apply(change);
    return this.#journal.append(change);
  }

  /** The posts of one account, oldest first. */
  postsOf(network: NetworkId, account: string): Post[] {
    return [...(this.#byAccount.get(`${network}/${account}`)?.values() ?? [])];
  }

  /** The next whole number of a sequence (messages of a chat, rows of a site); reserved by the call. */
  nextId(sequence: string): number {
    const id = (this.#lastId.get(sequence) ?? 0) + 1;
    this.#lastId.set(sequence, id);
    return id;
  }

  /** Makes a change in memory only: for seeds and for replaying the journal. */
  apply(change: Change): void {
    this.version++;
    switch (change.kind) {
      case 'reset':
        this.#clear();
        for (const seed of this.#seeds) this.apply(seed);
        return;
      case 'bots':
        for (const bot of change.bots) this.bots.set(bot.token, bot);
        return;
      case 'chats':
        for (const chat of change.chats) {
          this.chats.set(chat.id, chat);
          if (chat.username) this.chatsByName.set(chat.username.toLowerCase(), chat);
        }
        return;
      case 'sites':
        for (const site of change.sites) this.sites.set(site.name, site);
        return;
      case 'writers':
        for (const writer of change.writers) this.writers.set(writer.token, writer);
        return;
      case 'post':
        return this.#applyPost(change.post);
      case 'attachment':
        this.attachments.set(`${change.attachment.site}/${change.attachment.id}`, change.attachment);
        return this.#used(`wordpress/${change.attachment.site}`, change.attachment.id);
      case 'tag':
        this.tags.push(change.tag);
        return this.#used(`tags/${change.tag.site}`, change.tag.id);
      case 'mail':
        this.mails.push(change.mail);
        return;
      case 'row':
        return applyRow(this.tables, change);
      default:
        change satisfies never;
    }
  }

  #applyPost(post: Post): void {
    this.posts.set(post.key, post);
    const account = `${post.network}/${post.account}`;
    let own = this.#byAccount.get(account);
    if (!own) {
      own = new Map<string, Post>();
      this.#byAccount.set(account, own);
    }
    own.set(post.key, post);
    // An album uses one message id for each file, although it is a single post here.
    this.#used(account, Number(post.id) + (post.network === 'telegram' ? Math.max(0, post.media.length - 1) : 0));
  }

  #used(sequence: string, id: number): void {
    if (id > (this.#lastId.get(sequence) ?? 0)) this.#lastId.set(sequence, id);
  }

  #clear(): void {
    for (const map of [
      this.bots,
      this.chats,
      this.chatsByName,
      this.sites,
      this.writers,
      this.posts,
      this.attachments,
      this.#byAccount,
      this.#lastId,
      ...Object.values(this.tables),
    ])
      map.clear();
    this.tags.length = 0;
    this.mails.length = 0;
  }
}
