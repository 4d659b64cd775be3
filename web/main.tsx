import './theme/styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { useBrand } from './theme/brand.ts';
import { useFavicon } from './theme/favicon.ts';
import { colorSchemeManager } from './theme/color-scheme.ts';
import { keepQueries, restoreQueries } from './api/kept.ts';
import { keepFocusOfKeyboard } from './lib/keep-focus.ts';
import { build } from './lib/load-code.ts';
import { Notices } from './parts/notices/notices.tsx';
import { queryClient } from './api/query-client.ts';
import { router } from './routes.tsx';
import { refreshUser } from './api/session.ts';
import { themeOf, variablesOf } from './theme/theme.ts';

function App() {
  const brand = useBrand();
  const theme = useMemo(() => themeOf(brand), [brand]);
  useFavicon(brand);
  const variables = useMemo(() => variablesOf(brand), [brand]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Notices />
      </QueryClientProvider>
    </MantineProvider>
  );
}

restoreQueries(queryClient, build());
keepQueries(queryClient, build());
void refreshUser();
keepFocusOfKeyboard();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
