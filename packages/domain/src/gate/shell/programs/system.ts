// Owns: programs that reach beyond the project whatever the profile: other users, the machine, what outlives the command (T31).
import { entries, type Spec } from "../program.ts"

const never = (because: string, rule = "system"): Spec => ({ class: "forbidden", rule, because })

export const systemPrograms: Record<string, Spec> = {
  ...entries("sudo su doas pkexec runuser gosu sg newgrp login sudoedit visudo", never("runs as another user")),
  ...entries(
    "crontab at batch atd anacron systemd-run systemctl service launchctl initctl rc-service update-rc.d chkconfig schtasks loginctl",
    never("starts something that outlives the command"),
  ),
  ...entries(
    "mount umount fusermount fusermount3 pivot_root chroot unshare nsenter bwrap firejail setpriv capsh setcap insmod modprobe rmmod kexec sysctl",
    never("changes what the sandbox is made of"),
  ),
  ...entries("shutdown reboot halt poweroff init telinit", never("stops the machine")),
  ...entries("useradd userdel usermod groupadd passwd chpasswd chsh chfn adduser deluser gpasswd", never("changes accounts")),
  ...entries("iptables nft ufw firewall-cmd ifup ifdown nmcli hostnamectl timedatectl", never("changes the machine's settings")),
  ...entries(
    "security ssh-add ssh-agent ssh-keygen ssh-copy-id gpg gpg2 gpg-agent pass secret-tool keyctl op bw lpass keychain aws-vault",
    never("works on keys and passwords", "secret"),
  ),
  ...entries("ptrace gdb lldb strace ltrace dtrace perf bpftrace reptyr gcore", {
    class: "any",
    rule: "debugger",
    because: "looks into processes",
  }),
  ...entries("apt apt-get aptitude dpkg yum dnf rpm pacman apk zypper snap flatpak brew port nix-env emerge", {
    class: "any",
    rule: "class-any",
    network: true,
    because: "installs on this machine",
  }),
  ...entries("kill killall pkill", { class: "build", because: "ends processes", dynamic: true, operands: "text" }),
  ...entries("osascript open xdg-open gio pbcopy pbpaste xclip xsel wl-copy wl-paste notify-send xdotool dbus-send busctl", {
    class: "any",
    rule: "desktop",
    because: "reaches the desktop",
  }),
  ...entries("cmd cmd.exe powershell powershell.exe pwsh wsl wsl.exe reg regedit", {
    class: "unknown",
    rule: "other-shell",
    because: "is a shell of another kind, which is not read here",
  }),
  ...entries("zsh fish csh tcsh ksh mksh nu elvish xonsh rc", {
    class: "unknown",
    rule: "other-shell",
    because: "is a shell of another kind, which is not read here",
  }),
}
