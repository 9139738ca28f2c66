export const roleName = (role: string): string => role.charAt(0).toUpperCase() + role.slice(1)
