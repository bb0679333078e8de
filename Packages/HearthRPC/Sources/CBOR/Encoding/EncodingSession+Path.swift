extension EncodingSession {
    /// The path to the value at a level, read back from the bytes so far: encoding itself keeps no path.
    func codingPath(level: Int) -> [any CodingKey] {
        var path = basePath
        for index in 0..<max(min(level, frames.count), 0) {
            let frame = frames[index]
            switch frame.kind {
            case .none, .single: break
            case .array: path.append(CBORCodingKey(index: max(frame.count - 1, 0)))
            case .map:
                let inner = (index + 1..<frames.count).first { frames[$0].kind == .map }
                let end = inner.map { frames[$0].firstEntry } ?? entries.count
                if end > frame.firstEntry { path.append(codingKey(at: entries[end - 1].start)) }
            }
        }
        return path
    }

    /// The key written at an offset.
    func codingKey(at offset: Int) -> CBORCodingKey {
        var reader = CBORReader(UnsafeRawBufferPointer(output.bytes), offset: offset)
        if let text = try? reader.text() { return CBORCodingKey(stringValue: text) }
        reader.offset = offset
        return CBORCodingKey(intValue: (try? reader.integer(as: Int.self)) ?? 0)
    }
}
