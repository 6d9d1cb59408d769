import { AccountActions } from '../features/accounts/change-password-dialog.tsx';
import { DashboardPage } from '../features/dashboard/dashboard-page.tsx';

/** Features do not import each other; the route that shows both puts them together. */
export function DashboardRoute() {
  return <DashboardPage actions={<AccountActions />} />;
}
