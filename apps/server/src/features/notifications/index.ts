export { notificationHandlers } from './calls.ts';
export { deliverAlerts } from './deliver-alerts.ts';
export { type Alert, notify } from './notify.ts';
export { createNotificationsService, type NotificationsService } from './service.ts';
