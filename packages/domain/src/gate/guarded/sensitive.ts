// Owns: the gate's word for files that are always asked for before they are written (T12, G9).
export { isSensitivePath as isSensitive } from "@kibitz/contract"
