process.send?.('ready')
setTimeout(() => process.exit(1), 5)
