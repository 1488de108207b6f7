export { notificationHandlers } from './calls.ts';
export { type AlertDelivery, deliverAlerts } from './deliver-alerts.ts';
export { deliverPushes } from './deliver-pushes.ts';
export { type Alert, notify } from './notify.ts';
export { createPreferencesService, type PreferencesService } from './preferences.ts';
export { createNotificationsService, type NotificationsService } from './service.ts';
