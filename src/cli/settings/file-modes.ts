/**
 * Modes of the files and folders that we make, whatever the umask of the shell, timer or container that starts us.
 *
 * Files are 0644 and folders 0755: one account imports, others read. Nobody but the owner writes: whoever can change the
 * corpus changes what is read as law. An operator who wants it private closes the folder, which we do not make again.
 */
export const UMASK = 0o022;

/** Of a file with secrets: for its owner alone. */
export const SECRET_MODE = 0o600;
