/** Every setting live mode requires, for a fictitious broker. */
export const liveSettings = {
  MODE: 'live',
  LEGAL_NAME: 'Broker Ltd',
  SEBI_REGISTRATION: 'INZ000000001',
  UPI_ID: 'broker.brk@validbank',
  UPI_NAME: 'Broker & Sons Ltd',
  GRIEVANCE_OFFICER: 'Meera Rao',
  PUBLIC_URL: 'https://sauda.test',
  SMTP_URL: 'smtp://127.0.0.1:9',
  TRUST_PROXY: '0',
  SHARED_HOST: 'on',
  MAIL_FROM: 'Broker <no-reply@broker.example>',
  SUPPORT_EMAIL: 'help@broker.example',
  SECRET_KEY: 'q7Zk0vXw2mR9sT4bLh8dYc1nUe6fGj3p',
}
