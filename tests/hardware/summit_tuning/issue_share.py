#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the loops of a cubin (sm_90) spend their issue slots on: issue_share.py FILE.cubin...

For every loop with more than 100 products: instructions, the share of FFMA, and how many FFMA need two words from
one register bank in one go. An instruction is 16 bytes: opcode in bits 0-11; registers d 16-23, a 24-31, b 32-39,
c 64-71; bits 122-124 keep a, b and c for the next instruction."""
import struct
import sys

FFMA, BRANCH = 0x223, 0x947
NO_REGISTER = 255


def kernels(data):
    """(name, code) of each kernel in an ELF file."""
    table, = struct.unpack_from("<Q", data, 40)
    count, names = struct.unpack_from("<HH", data, 60)
    sections = [struct.unpack_from("<IIQQQQ", data, table + 64 * i) for i in range(count)]
    for name, _, _, _, offset, size in sections:
        start = sections[names][4] + name
        text = data[start:data.index(b"\0", start)].decode()
        if text.startswith(".text."):
            yield text[6:], data[offset:offset + size]


def bits(word, first, count):
    return word >> first & (1 << count) - 1


def loops(code):
    """The instructions of each loop: from where a branch leads back to, up to the branch."""
    words = [low | high << 64 for low, high in struct.iter_unpack("<QQ", code)]
    for at, word in enumerate(words):
        if bits(word, 0, 12) != BRANCH:
            continue
        distance = bits(word, 34, 48)
        distance -= (distance >> 47) << 48
        target = at + 1 + ((distance << 8 | bits(word, 16, 8)) * 4) // 16
        if 0 <= target <= at:
            yield words[target:at + 1]


def conflicts(loop):
    """FFMA that read two or three different registers of one bank; those kept from the instruction before are free."""
    kept, found = {}, 0
    for word in loop:
        if bits(word, 0, 12) != FFMA:
            kept = {}
            continue
        operands = [bits(word, first, 8) for first in (24, 32, 64)]
        read = {r for slot, r in enumerate(operands) if kept.get(slot) != r and r != NO_REGISTER}
        found += max(sum(r % 2 == bank for r in read) for bank in (0, 1)) > 1
        kept = {slot: r for slot, r in enumerate(operands) if bits(word, 122 + slot, 1)}
    return found


for path in sys.argv[1:]:
    with open(path, "rb") as file:
        cubin = file.read()
    for name, code in kernels(cubin):
        for loop in loops(code):
            products = sum(bits(word, 0, 12) == FFMA for word in loop)
            if products > 100:
                print(f"{path} {name}: {len(loop)} instructions, {100 * products / len(loop):.1f} % FFMA, "
                      f"{conflicts(loop)} of them with a bank conflict")
