/** Messages about a white label's sales: its Stripe account, memberships, and their buyers. */
export const membershipMessages = {
  stripeKeyInvalid: 'Please enter a valid secret key. It starts with sk_ or rk_.',
  stripeKeyRefused: 'Stripe does not accept this key. Please copy it once more.',
  stripeAway: 'Stripe cannot be reached at the moment. Please try again in a minute.',
  stripeBusy: 'Stripe is busy at the moment. Please try again in a minute.',
  stripeConnected: 'Stripe account connected successfully',
  stripeDisconnected: 'Stripe account disconnected successfully',
  stripeEndpointStays:
    'Disconnected. Stripe did not let us remove the webhook endpoint: please remove it in the dashboard of Stripe.',
  stripeHasBuyers: 'Somebody pays through this account. Please wait until the last of these subscriptions has ended.',
  stripeOnSale: 'A membership is sold through this account. Please delete the membership first.',
  stripeTooMany: 'You have connected as many Stripe accounts as we can support. Please disconnect one first.',
  stripeAccountGone: 'Please choose one of your connected Stripe accounts',
  priceInvalid: 'Please enter a valid price (only numbers are allowed)',
  whiteLabelNotActive: 'Memberships can be sold once your domain is set up',
  membershipCreated: 'Membership created successfully',
  membershipUpdated: 'Membership updated successfully',
  membershipDeleted: 'Membership deleted successfully',
  membershipGone: 'This is not on sale any more',
  wlUserUpdated: 'User updated successfully',
  wlPasswordChanged: 'Password changed successfully',
  wlUserDeleted: 'User deleted successfully',
  wlPasswordRule:
    'Password must contain at least 1 lowercase letter, 1 uppercase letter, 1 digit, 1 alphanumeric and be at least ' +
    '8 characters long.',
  wlPasswordsDiffer: 'Password is not matched!',
  nothingBilled: 'You have no subscription here',
  emailToChoose: 'This email belongs to another account. Please choose the one you want to sign in with.',
} as const;
