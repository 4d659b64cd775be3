// Sets light or dark before the first paint. A file of its own because the content security policy forbids inline script.
(() => {
  const chosen = /(?:^|; )color-scheme=(light|dark)/.exec(document.cookie)?.[1];
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', chosen ?? system);
})();
