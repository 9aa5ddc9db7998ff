/**
 * The modes of files and folders that the program creates, whatever the umask of the shell, timer or container.
 *
 * Files are 0644 and folders 0755: one account imports, others read. Only the owner can write, because a change of the
 * corpus changes what people read as law. For a private corpus, restrict the folder: the program keeps the mode of
 * folders that exist.
 */
export const UMASK = 0o022;

/** A file with secrets, for its owner only. */
export const SECRET_MODE = 0o600;
