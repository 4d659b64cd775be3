// Runs before the first paint. A separate file because the content security policy forbids inline script.
(() => {
  /** The first read of the agency's pages, for addresses without a query: api/first-read.ts returns its answer. */
  const reads = {
    clients: ['fetch-app-client', '{}'],
    dashboard: ['fetch-dashboard', '{}'],
    'schedule-content': ['fetch-schedulers', '{"brief":true}'],
    streams: ['fetch-streams', '{}'],
  };
  function read(page, token) {
    const [name, body] = reads[page] ?? [];
    if (name === undefined || location.search !== '') return;
    const headers = { 'content-type': 'application/json', authorization: token };
    const answer = fetch(`/api/${name}`, { method: 'POST', headers, body });
    answer.catch(() => {}); // the caller that takes the answer handles its failure
    window.firstRead = { name, body, token, answer };
  }

  const { documentElement: root, head } = document;
  const chosen = /(?:^|; )color-scheme=(light|dark)/.exec(document.cookie)?.[1];
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  root.setAttribute('data-mantine-color-scheme', chosen ?? system);

  // Pages without the navigation; signed-in people see it around all others.
  const bare = [
    '$|login|(forgot|reset)-password|confirm-email|stop-keyword-mails|account-deleted|master-login|terms',
    'connect/|client-report/|join/|social-connect-code|privacy-policy|popup|(vimeo|reddit|linkedin|twitter)-callback',
  ];
  let token = null;
  let user = null;
  try {
    ({ token, user } = JSON.parse(localStorage.getItem('session') ?? '{}'));
  } catch {
    // Storage is blocked or damaged: nobody is signed in.
  }
  if (!token || new RegExp(`^/(${bare.join('|')})`).test(location.pathname)) return;
  root.setAttribute('data-first-shell', '');
  const named = document.getElementById('first-files')?.textContent;
  if (!named) return;
  // A page's file is named like its address: /ledger/post/5 -> ledger-post, /edit-client/5 -> edit-client.
  const { files, pages } = JSON.parse(named);
  const [, first = '', second = ''] = location.pathname.split('/');
  const page = pages[`${first}-${second}`] ?? pages[first] ?? [];
  if (user?.client === '0') read(first, token); // clients have no permission for these reads
  for (const number of [...pages[''], ...page]) {
    const href = `/assets/${files[number]}`;
    const kind = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
    head.append(Object.assign(document.createElement('link'), { ...kind, crossOrigin: 'anonymous', href }));
  }
})();
