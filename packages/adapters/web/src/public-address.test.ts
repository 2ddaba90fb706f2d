import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { bytesOf, isLoopback, notPublic } from "./public-address.ts"

describe("only the open internet is reached (T16)", () => {
  test.each([
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.1",
    "100.127.255.254",
    "100.100.100.200",
    "127.0.0.1",
    "127.255.255.254",
    "168.63.129.16",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.192",
    "192.168.0.1",
    "198.18.0.1",
    "198.19.255.255",
    "203.0.113.7",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "0:0:0:0:0:0:0:1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::ffff:169.254.169.254",
    "64:ff9b::10.0.0.1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::808:808",
    "2002:7f00:1::1",
    "2001:0:1::1",
    "2001:db8::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "febf::1",
    "fec0::1",
    "ff02::1",
    "5f00::1",
    "localhost",
    "1.2.3",
    "0x7f.1",
    "",
  ])("%s is refused", (address) => {
    expect(notPublic(address)).toMatch(/\w/)
  })

  test.each([
    "1.1.1.1",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.1",
    "169.253.255.255",
    "172.15.255.255",
    "172.32.0.0",
    "192.167.1.1",
    "223.255.255.255",
    "2606:4700::1111",
    "2a00:1450:4001::200e",
    "2001:4860:4860::8888",
    "::ffff:8.8.8.8",
    "64:ff9b::8.8.8.8",
  ])("%s is public", (address) => {
    expect(notPublic(address)).toBeNull()
  })

  test("an IPv4 address inside an IPv6 one is judged like itself, in every spelling (mapped, NAT64)", () => {
    fc.assert(
      fc.property(
        fc.ipV4(),
        fc.constantFrom("::ffff:", "64:ff9b::", "0:0:0:0:0:ffff:", "0064:FF9B:0:0:0:0:"),
        (address, prefix) => {
          expect(notPublic(`${prefix}${address}`)).toBe(notPublic(address))
        },
      ),
    )
  })

  test("an address is 4 or 16 bytes or none, whatever it is spelled like", () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), (address) => {
        const bytes = bytesOf(address)
        expect([undefined, 4, 16]).toContain(bytes?.length)
        for (const byte of bytes ?? []) expect(byte >= 0 && byte <= 255).toBe(true)
      }),
    )
    expect([isLoopback("127.9.9.9"), isLoopback("::1"), isLoopback("::ffff:127.0.0.1"), isLoopback("10.0.0.1")]).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
})
