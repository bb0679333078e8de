extension EncodingSession {
    /// Makes the value at a level an array or a map, unless it is one already: a type and its superclass may both
    /// request a container of the same kind and share it.
    func open(_ kind: EncodingFrame.Kind, level: Int) {
        guard level == frames.count - 1 else { return fail("A container was asked for after its value was encoded.") }
        if frames[level].kind == kind { return }
        guard frames[level].kind == .none else { return fail("A value asked for containers of different kinds.") }
        guard depth < maxDepth else {
            failure = failure ?? tooDeep()
            return
        }
        frames[level].kind = kind
        frames[level].start = output.count
        depth += 1
        // Reserves one byte of a head whose count is not known yet.
        output.byte(kind == .map ? 0xA0 : 0x80)
    }

    func fail(_ description: String) {
        failure = failure ?? EncodingError.invalidValue(description, context(description))
    }

    /// Throws a deferred error, and rejects containers that outlived their value.
    @inline(__always)
    func check(level: Int) throws {
        if level != frames.count - 1 || failure != nil { try throwFailure() }
    }

    @inline(never)
    private func throwFailure() throws {
        fail("A container was used after its value was encoded.")
        if let failure { throw failure }
    }

    /// Ends the value at the top.
    func close(_ level: Int) throws {
        if let failure { throw failure }
        if !holes.isEmpty { try fillHoles(level) }
        switch frames[level].kind {
        case .single: break
        case .none: output.byte(0xA0)  // a type without stored properties
        case .array:
            patchHead(.array, at: frames[level].start, count: frames[level].count)
            depth -= 1
        case .map:
            let (start, first) = (frames[level].start, frames[level].firstEntry)
            if sortsKeys { try sortEntries(from: first) }
            patchHead(.map, at: start, count: entries.count - first)
            entries.removeAll(from: first)
            depth -= 1
        }
        frames.removeAll(from: level)
    }

    /// Removes a value that failed, so that its container can continue if its owner handles the error.
    @inline(never)
    func rollBack(level: Int, offset: Int, firstEntry: Int) {
        frames.removeAll(from: level + 1)
        holes.removeAll { $0.level > level || $0.offset > offset }
        output.removeAll(from: offset)
        entries.removeAll(from: min(firstEntry, entries.count))
        depth = baseDepth
        for index in 0..<frames.count where frames[index].kind == .array || frames[index].kind == .map { depth += 1 }
    }

    /// Replaces the byte reserved for a head by the head.
    @inline(__always)
    private func patchHead(_ major: CBORMajorType, at start: Int, count: Int) {
        if count < 24 {
            output.base[start] = major.rawValue << 5 | UInt8(truncatingIfNeeded: count)
        } else {
            var head = CBORWriter()
            head.head(major, UInt64(count))
            head.bytes.withUnsafeBufferPointer { output.replace(start..<start + 1, with: $0) }
        }
    }

    /// Inserts the bytes of containers that were written by nested sessions.
    private func fillHoles(_ level: Int) throws {
        let frame = frames[level]
        let own = holes.firstIndex { $0.level == level } ?? holes.count
        guard own < holes.count else { return }
        defer { holes.removeSubrange(own...) }
        let firstHole = holes[own].offset
        var tail: [UInt8] = []
        var copied = firstHole
        var shifts: [(offset: Int, shift: Int)] = []
        for hole in holes[own...] {
            tail.append(contentsOf: output.bytes[copied..<hole.offset])
            try hole.session.finish()
            tail.append(contentsOf: hole.session.output.bytes)
            copied = hole.offset
            shifts.append((hole.offset, (shifts.last?.shift ?? 0) + hole.session.output.count))
        }
        tail.append(contentsOf: output.bytes[copied...])
        tail.withUnsafeBufferPointer { output.replace(firstHole..<output.count, with: $0) }
        guard frame.kind == .map else { return }
        var next = 0
        for index in frame.firstEntry..<entries.count {
            while next < shifts.count, shifts[next].offset <= entries[index].start { next += 1 }
            if next > 0 { entries[index].start += shifts[next - 1].shift }
        }
    }

    /// Ends a session of a nested container or a superclass.
    private func finish() throws {
        if frames.count != 1 { fail("A container was not finished before its parent.") }
        try close(0)
    }

    /// Begins a session for a value in the middle of the one at `level`; its key, if any, was just written.
    func nestedSession(level: Int, key: any CodingKey) -> EncodingSession {
        let session = EncodingSession(
            keyOrder: sortsKeys ? .deterministic : .declared, maxDepth: maxDepth, depth: depth,
            basePath: codingPath(level: level) + [key])
        session.frames.append(EncodingFrame(start: 0, firstEntry: 0, type: Void.self))
        if level == frames.count - 1 {
            holes.append(EncodingHole(level: level, offset: output.count, session: session))
        }
        return session
    }
}
