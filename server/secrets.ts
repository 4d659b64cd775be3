/** Seals secrets at rest with AES-256-GCM; what was sealed for one row and field opens only there. */
export type Secrets = {
  /** Text that holds key id, nonce and ciphertext. `bound` names agency, table and field. */
  seal(plain: string, bound: Bound): string;
  /** The plain text; throws when the text was not sealed for this place. */
  open(sealed: string, bound: Bound): string;
};

/** The place a secret belongs to. */
export type Bound = { agencyId: string; table: string; field: string; owner: string };
